-- Why: values come out as DuckLake writes them. Rows by DuckDB over the dumped tables.
-- lake: lakes/shop

SELECT snapshot_id, snapshot_time FROM ducklake_snapshot WHERE snapshot_id < 3 ORDER BY 1;
--> 0 | 2026-11-30 00:10:40.956145+00
--> 1 | 2026-11-30 00:10:41.025176+00
--> 2 | 2026-11-30 00:10:41.086092+00

SELECT snapshot_time::VARCHAR FROM ducklake_snapshot WHERE snapshot_id = 1;
--> 2026-11-30 00:10:41.025176+00

SELECT schema_uuid, schema_uuid::VARCHAR, path_is_relative FROM ducklake_schema ORDER BY schema_id;
--> f1921be7-0a32-43c7-93e4-2c4617af00da | f1921be7-0a32-43c7-93e4-2c4617af00da | true
--> 01a229ca-1dc3-7840-8d86-63ed022c5ff2 | 01a229ca-1dc3-7840-8d86-63ed022c5ff2 | true

SELECT count(*) FROM ducklake_snapshot WHERE snapshot_time = (SELECT snapshot_time FROM ducklake_snapshot WHERE snapshot_id = 7);
--> 1

SELECT s.snapshot_id FROM ducklake_schema x JOIN ducklake_snapshot s ON s.snapshot_id = x.begin_snapshot ORDER BY 1;
--> 0
--> 5

SELECT TRY_CAST('inf' AS DOUBLE) > 1.5, TRY_CAST('x' AS BIGINT) IS NULL, TRY_CAST('1.5' AS INTEGER), TRY_CAST('1e3' AS BIGINT), TRY_CAST('t' AS BOOLEAN);
--> true | true | 2 | 1000 | true

SELECT file_column.data_file_id, file_column.min_value, file_column.max_value FROM ducklake_file_column_stats file_column
WHERE column_id = 1 AND TRY_CAST(max_value AS DOUBLE) >= 10 ORDER BY 1, 2, 3;
--> 1 | 0 | 24
--> 2 | 1 | 150
--> 3 | 1 | 200
--> 4 | 1 | 300
--> 5 | 1 | 400
--> 8 | 151 | 170
--> 14 | 25 | 25
--> 15 | 1 | 19
--> 16 | 401 | 430

SELECT 'naïve 日本', upper('strasse'), length('日本');
--> naïve 日本 | STRASSE | 2

SELECT min(min_value), max(max_value), count(min_value) FROM ducklake_file_column_stats;
--> +49-151 | steel bolt 96 | 47

SELECT path, path || '!' FROM ducklake_data_file ORDER BY data_file_id LIMIT 2;
--> ducklake-01a229ca-1e71-7087-956e-f816176b26cf.parquet | ducklake-01a229ca-1e71-7087-956e-f816176b26cf.parquet!
--> ducklake-01a229ca-1eda-70cc-b64a-fd024a70a562.parquet | ducklake-01a229ca-1eda-70cc-b64a-fd024a70a562.parquet!

SELECT CAST('a' AS VARCHAR) UNION ALL SELECT 'bcd' ORDER BY 1;
--> a
--> bcd

SELECT sum(record_count), avg(record_count), count(DISTINCT table_id) FROM ducklake_data_file;
--> 1745 | 193.88888888888889 | 6
