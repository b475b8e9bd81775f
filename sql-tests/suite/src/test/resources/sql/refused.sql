-- Why: what the driver does not do is said in so many words, with a state that tools understand.
-- lake: lakes/shop

CREATE TABLE t (a INTEGER);
--! 0A000 CREATE TABLE

DROP TABLE ducklake_metadata;
--! 0A000 DROP TABLE

CREATE TABLE IF NOT EXISTS ducklake_inlined_data_1_2 (row_id BIGINT, h HUGEINT[]);
--! 0A000 inlined rows

MERGE INTO ducklake_tag t USING ducklake_tag s ON t.key = s.key WHEN MATCHED THEN UPDATE SET value = s.value;
--! 0A000 MERGE

INSERT INTO ducklake_tag (key) VALUES ('a') ON CONFLICT DO NOTHING;
--! 0A000 INSERT with ON … DO NOTHING

DELETE FROM ducklake_tag RETURNING key;
--! 0A000 RETURNING

SELECT * FRM ducklake_metadata;
--! 42601

SELECT 1; SELECT 2;
--! 42000

SELECT CAST('abc' AS BIGINT);
--! 22P02

SELECT 1 / 0;
--! 22012

SELECT snapshot_id / (snapshot_id - snapshot_id) FROM ducklake_snapshot;
--! 22012
