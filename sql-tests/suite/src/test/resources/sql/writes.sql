-- Why: rows of the metadata tables are changed by the statements that DuckLake sends, each text of
-- statements one commit, and what DuckLake could not read afterwards is refused.
-- lake: lakes/shop
-- writes
-- set: takeOver=force

EXPLAIN UPDATE ducklake_table_column_stats SET max_value = v.m FROM (VALUES (3, '9')) v(c, m) WHERE table_id = 2 AND column_id = v.c;
--~ MetadataModify(table=[ducklake_table_column_stats], operation=[UPDATE], columns=[max_value])
--~ key=[table_id = 2

EXPLAIN DELETE FROM ducklake_files_scheduled_for_deletion WHERE data_file_id IN (1, 2);
--~ MetadataModify(table=[ducklake_files_scheduled_for_deletion], operation=[DELETE])
--~ data_file_id IN (1, 2)

EXPLAIN INSERT INTO ducklake_metadata VALUES ('a', 'b', NULL, NULL), ('c', 'd', NULL, NULL);
--> MetadataModify(table=[ducklake_metadata], operation=[INSERT], columns=[key, value, scope, scope_id])
--> Constants(rows=[2])

INSERT INTO ducklake_metadata VALUES ('a', ' padded ', NULL, NULL), ('bcd', 'x', 'table', 2);
--+ 2

SELECT key, '<' || value || '>', scope, scope_id FROM ducklake_metadata WHERE key IN ('a', 'bcd') ORDER BY key;
--> a | < padded > | NULL | NULL
--> bcd | <x> | table | 2

UPDATE "__ducklake_metadata_lake"."main".ducklake_metadata SET value='y' WHERE key='bcd' AND scope='table' AND scope_id=2;
--+ 1

UPDATE ducklake_metadata SET value = 'z' WHERE key = 'no such key';
--+ 0

INSERT INTO ducklake_metadata (key, value) SELECT 'copy', value FROM ducklake_metadata WHERE key = 'bcd';
--+ 1

DELETE FROM ducklake_metadata m WHERE m.key IN (SELECT key FROM ducklake_metadata WHERE scope = 'table') OR key = 'a';
--+ 2

SELECT key, value FROM ducklake_metadata WHERE key IN ('a', 'bcd', 'copy');
--> copy | y

-- A comment of a table is replaced, as DuckLake does it.
INSERT INTO "main".ducklake_snapshot VALUES (37, NOW(), 21, 14, 18)
; WITH overwritten_tags(tid, key) AS (VALUES (3, 'comment'))
  UPDATE "main".ducklake_tag SET end_snapshot = 37 FROM overwritten_tags
  WHERE object_id = tid AND ducklake_tag.key = overwritten_tags.key AND end_snapshot IS NULL
; INSERT INTO "main".ducklake_tag VALUES (3, 37, NULL, 'comment', 'it''s; new')
; INSERT INTO "main".ducklake_snapshot_changes VALUES (37, 'altered_table:3', NULL, NULL, NULL);
--+ 4

SELECT begin_snapshot, end_snapshot, value FROM ducklake_tag WHERE object_id = 3 ORDER BY begin_snapshot;
--> 22 | 37 | everyone who ever bought something
--> 37 | NULL | it's; new

SELECT value FROM ducklake_tag AT (VERSION => 36) WHERE object_id = 3;
--> everyone who ever bought something

-- Nothing of a text is committed if one of its statements fails.
INSERT INTO ducklake_snapshot VALUES (38, NOW(), 21, 14, 18)
; INSERT INTO ducklake_snapshot_changes VALUES (38, 'altered_table:3', NULL, NULL, NULL)
; UPDATE ducklake_tag SET end_snapshot = 'soon' WHERE object_id = 3;
--! 22P02 soon

-- Another commit came first, which is an error that DuckLake tries again.
INSERT INTO ducklake_snapshot VALUES (37, NOW(), 21, 14, 18)
; INSERT INTO ducklake_snapshot_changes VALUES (37, 'altered_table:3', NULL, NULL, NULL);
--! 40001 conflict

SELECT max(snapshot_id) FROM ducklake_snapshot;
--> 37

INSERT INTO ducklake_snapshot VALUES (NULL, NOW(), 21, 14, 18);
--! 23502 snapshot_id

INSERT INTO ducklake_tag VALUES (3, 38);
--! 42826

INSERT INTO ducklake_schema (schema_uuid) VALUES ('no uuid');
--! 22P02 Column schema_uuid

INSERT INTO ducklake_schema (schema_uuid) VALUES (1);
--! 42804

UPDATE ducklake_tag SET nothing = 1;
--! 42703

UPDATE ducklake_tag SET key = 'a', key = 'b';
--! 42712

DELETE FROM ducklake_tags;
--! 42P01

DELETE FROM information_schema.tables;
--! 0A000 its rows are computed

INSERT INTO ducklake_inlined_data_1_1 VALUES (1, 1, NULL, 1);
--! 0A000 inlined rows cannot be written yet
