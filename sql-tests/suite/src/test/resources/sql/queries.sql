-- Why: joins, windows, CTEs and subqueries over the metadata tables. Rows by DuckDB over the dumped tables.
-- lake: lakes/many_files

WITH live AS (SELECT * FROM ducklake_data_file WHERE end_snapshot IS NULL)
SELECT t.table_name, count(*), min(live.data_file_id), max(live.data_file_id) FROM live JOIN ducklake_table t ON t.table_id = live.table_id AND t.end_snapshot IS NULL GROUP BY 1 ORDER BY 1;
--> buckets | 4 | 205 | 208
--> changing | 5 | 209 | 213
--> events | 196 | 0 | 199
--> sorted | 1 | 214 | 214

SELECT v.partition_key_index, v.partition_value, count(*) FROM ducklake_file_partition_value v GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 12;
--> 0 | 0 | 1
--> 0 | 1 | 1
--> 0 | 2 | 1
--> 0 | 2020 | 1
--> 0 | 2021 | 1
--> 0 | 2022 | 1
--> 0 | 3 | 1
--> 0 | africa | 40
--> 0 | asia | 40
--> 0 | eu | 40
--> 0 | oceania | 40
--> 0 | us | 40

SELECT data_file_id FROM ducklake_data_file f WHERE NOT EXISTS (SELECT 1 FROM ducklake_file_partition_value v WHERE v.data_file_id = f.data_file_id) ORDER BY 1 LIMIT 5;
--> 209
--> 213
--> 214

SELECT data_file_id FROM ducklake_data_file WHERE data_file_id IN (SELECT data_file_id FROM ducklake_delete_file) ORDER BY 1;
--> 11
--> 13
--> 22
--> 33
--> 199

SELECT table_id, data_file_id, sum(record_count) OVER (PARTITION BY table_id ORDER BY data_file_id) AS running FROM ducklake_data_file ORDER BY table_id, data_file_id LIMIT 6;
--> 1 | 0 | 2
--> 1 | 1 | 4
--> 1 | 2 | 6
--> 1 | 3 | 8
--> 1 | 4 | 10
--> 1 | 5 | 12

SELECT (SELECT count(*) FROM ducklake_column c WHERE c.table_id = t.table_id) AS columns, t.table_id FROM ducklake_table t ORDER BY 2;
--> 5 | 1
--> 2 | 3
--> 2 | 5
--> 2 | 8

SELECT t.table_id, latest.data_file_id FROM ducklake_table t LEFT JOIN LATERAL (SELECT data_file_id FROM ducklake_data_file f WHERE f.table_id = t.table_id ORDER BY data_file_id DESC LIMIT 1) latest ON true ORDER BY 1;
--> 1 | 199
--> 3 | 208
--> 5 | 213
--> 8 | 214

SELECT table_id, count(*) FROM ducklake_data_file GROUP BY table_id UNION ALL SELECT table_id, count(*) FROM ducklake_delete_file GROUP BY table_id ORDER BY 1, 2;
--> 1 | 5
--> 1 | 200
--> 3 | 4
--> 5 | 5
--> 8 | 1

SELECT CASE WHEN record_count > 10 THEN 'many' ELSE 'few' END AS size, count(*) FROM ducklake_data_file GROUP BY 1 ORDER BY 1;
--> few | 207
--> many | 3

SELECT string_agg(transform, ',' ORDER BY partition_id, partition_key_index) FROM ducklake_partition_column;
--> identity,month,bucket(4),year

SELECT f.table_id, f.data_file_id, s.column_id, s.min_value FROM ducklake_data_file f JOIN ducklake_file_column_stats s ON s.table_id = f.table_id AND s.data_file_id = f.data_file_id
WHERE f.table_id = 1 AND f.data_file_id BETWEEN 3 AND 4 ORDER BY 2, 3;
--> 1 | 3 | 1 | 2025-02-01
--> 1 | 3 | 2 | us
--> 1 | 3 | 3 | 3
--> 1 | 3 | 4 | 29.47
--> 1 | 3 | 5 | n13
--> 1 | 4 | 1 | 2025-01-01
--> 1 | 4 | 2 | asia
--> 1 | 4 | 3 | 4
--> 1 | 4 | 4 | 108.66
--> 1 | 4 | 5 | n14
