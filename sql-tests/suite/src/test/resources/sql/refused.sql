-- Why: what the driver does not do is said in so many words, with a state that tools understand.
-- lake: lakes/shop

INSERT INTO ducklake_metadata VALUES ('a', 'b', NULL, NULL);
--! 25006 INSERT

UPDATE ducklake_metadata SET value = 'x';
--! 25006 UPDATE

DELETE FROM ducklake_metadata;
--! 25006 DELETE

CREATE TABLE t (a INTEGER);
--! 25006 CREATE

DROP TABLE ducklake_metadata;
--! 25006 DROP

SELECT * FRM ducklake_metadata;
--! 42601

SELECT 1; SELECT 2;
--! 42601

SELECT CAST('abc' AS BIGINT);
--! 22P02

SELECT 1 / 0;
--! 22012

SELECT snapshot_id / (snapshot_id - snapshot_id) FROM ducklake_snapshot;
--! 22012
