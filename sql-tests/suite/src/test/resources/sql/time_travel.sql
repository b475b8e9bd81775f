-- Why: an older snapshot shows the rows visible then, with their stored end_snapshot. Rows by DuckDB with the predicate written out.
-- lake: lakes/shop

SELECT table_name FROM ducklake_table AT (VERSION => 3) ORDER BY 1;
--> customer
--> nation
--> region

SELECT count(*) FROM ducklake_column AT (VERSION => 10);
--> 30

SELECT count(*), max(snapshot_id) FROM ducklake_snapshot AT (VERSION => 5);
--> 6 | 5

SELECT column_id, column_name, begin_snapshot, end_snapshot FROM ducklake_column AT (VERSION => 12) WHERE table_id = 3 ORDER BY 1, 3;
--> 1 | c_custkey | 3 | NULL
--> 2 | c_name | 3 | NULL
--> 3 | c_nationkey | 3 | NULL
--> 4 | c_acctbal | 3 | NULL
--> 5 | c_mktsegment | 3 | NULL

SELECT now.table_name, before.table_name FROM ducklake_table now LEFT JOIN ducklake_table AT (VERSION => 2) AS before ON before.table_id = now.table_id WHERE now.end_snapshot IS NULL ORDER BY now.table_id;
--> region | region
--> nation | nation
--> customer | NULL
--> part | NULL
--> lineitem | NULL
--> orders | NULL

SELECT count(*) FROM ducklake_table FOR SYSTEM_TIME AS OF TIMESTAMP '2999-01-01 00:00:00';
--> 6

SELECT count(*) FROM ducklake_table FOR SYSTEM_TIME AS OF TIMESTAMP '1999-01-01 00:00:00';
--! 42704

SELECT count(*) FROM ducklake_table AT (VERSION => 999999);
--! 42704
