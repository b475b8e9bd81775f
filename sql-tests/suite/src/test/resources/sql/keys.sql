-- Why: every predicate on a key prefix is a point or range read, and EXPLAIN says so.
-- lake: lakes/many_files

EXPLAIN SELECT path FROM ducklake_data_file WHERE table_id = 1 AND data_file_id = 7;
--~ key=[table_id = 1, data_file_id = 7]

EXPLAIN PLAN FOR SELECT path FROM ducklake_data_file WHERE table_id = 1 AND data_file_id BETWEEN 7 AND 9;
--~ MetadataScan

EXPLAIN SELECT max(snapshot_id) FROM ducklake_snapshot;
--~ limit=[1]

SELECT data_file_id FROM ducklake_data_file WHERE table_id = 1 AND data_file_id IN (3, 9, 7, 100000) ORDER BY data_file_id;
--> 3
--> 7
--> 9

SELECT data_file_id FROM ducklake_data_file WHERE table_id = 1 AND data_file_id > 3 AND data_file_id <= 6 ORDER BY data_file_id DESC;
--> 6
--> 5
--> 4

SELECT data_file_id FROM ducklake_data_file WHERE table_id = -1;
--# 0
