-- Why: tables are found under every name that DuckLake and people write. Rows by DuckDB.
-- lake: lakes/shop

SELECT count(*) FROM "__ducklake_metadata_lake"."main".ducklake_column;
--> 39

SELECT count(*) FROM "public".ducklake_column;
--> 39

SELECT count(*) FROM main.ducklake_column;
--> 39

SELECT count(*) FROM metadata.ducklake_column;
--> 39

SELECT COUNT(*) FROM DuckLake_Column;
--> 39

SELECT "Column_Name" FROM ducklake_column c WHERE C.TABLE_ID = 1 AND c.column_id = 1 AND end_snapshot IS NULL;
--> r_regionkey

SELECT nothing FROM ducklake_column;
--! 42703 nothing

SELECT 1 FROM ducklake_nothing;
--! 42P01 ducklake_nothing

SELECT 1 FROM nowhere.ducklake_column;
--! 42P01 nowhere

SELECT table_id FROM ducklake_column, ducklake_table;
--! 42702 table_id
