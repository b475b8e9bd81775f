-- Why: the first things a person asks of a lake. Rows by DuckDB over the dumped tables.
-- lake: lakes/shop

SELECT count(*) FROM ducklake_snapshot;
--> 37

SELECT max(snapshot_id), min(snapshot_id) FROM ducklake_snapshot;
--> 36 | 0

SELECT s.schema_name, t.table_name FROM ducklake_table t JOIN ducklake_schema s ON s.schema_id = t.schema_id WHERE t.end_snapshot IS NULL ORDER BY 1, 2;
--> main | customer
--> main | nation
--> main | part
--> main | region
--> sales | lineitem
--> sales | orders

SELECT t.table_name, count(*) AS files, sum(f.record_count) AS records, sum(f.file_size_bytes) AS bytes
FROM ducklake_table t JOIN ducklake_data_file f ON f.table_id = t.table_id AND f.end_snapshot IS NULL
WHERE t.end_snapshot IS NULL GROUP BY t.table_name ORDER BY t.table_name;
--> customer | 2 | 170 | 5310
--> lineitem | 1 | 900 | 13693
--> nation | 2 | 26 | 1277
--> orders | 2 | 430 | 10892
--> part | 1 | 200 | 4511

SELECT column_name, column_type, nulls_allowed FROM ducklake_column c JOIN ducklake_table t USING (table_id)
WHERE t.table_name = 'customer' AND t.end_snapshot IS NULL AND c.end_snapshot IS NULL ORDER BY column_order;
--> c_custkey | int64 | false
--> c_name | varchar | false
--> c_nationkey | int32 | true
--> c_acctbal | decimal(15,2) | true
--> c_mktsegment | varchar | true
--> c_phone | varchar | true

SELECT f.data_file_id, f.path, d.path AS delete_path, d.delete_count
FROM ducklake_data_file f LEFT JOIN ducklake_delete_file d ON d.data_file_id = f.data_file_id AND d.end_snapshot IS NULL
WHERE f.end_snapshot IS NULL ORDER BY f.data_file_id;
--> 1 | ducklake-01a229ca-1e71-7087-956e-f816176b26cf.parquet | NULL | NULL
--> 2 | ducklake-01a229ca-1eda-70cc-b64a-fd024a70a562.parquet | NULL | NULL
--> 3 | ducklake-01a229ca-1f3f-7ea2-9213-2b6937bc27cc.parquet | NULL | NULL
--> 4 | ducklake-01a229ca-1faf-7e87-8754-0f50fe509ac0.parquet | ducklake-01a229ca-2689-7bc4-9bea-e4a17f05fdaa-delete.parquet | 108
--> 5 | ducklake-01a229ca-1fa5-76de-874a-779e939230b5.parquet | ducklake-01a229ca-26aa-71e6-9881-659c49bedf16-delete.parquet | 31
--> 8 | ducklake-01a229ca-21ec-7077-82a7-82720155c7e3.parquet | NULL | NULL
--> 14 | ducklake-01a229ca-2762-7f32-baae-bdd9bb46ba4a.parquet | NULL | NULL
--> 16 | ducklake-01a229ca-2b51-7782-916b-21b53cd0a498.parquet | NULL | NULL

SELECT view_name, sql FROM ducklake_view;
--> revenue | SELECT n.n_name, sum((l.l_extendedprice * (1 - l.l_discount))) AS revenue FROM sales.lineitem AS l INNER JOIN sales.orders AS o ON ((l.l_orderkey = o.o_orderkey)) INNER JOIN customer AS c ON ((c.c_custkey = o.o_custkey)) INNER JOIN nation AS n ON ((n.n_nationkey = c.c_nationkey)) GROUP BY ALL

SELECT macro_name, sql FROM ducklake_macro m JOIN ducklake_macro_impl i USING (macro_id) ORDER BY 1;
--> net_price | round((price * (1 - discount)), 2)
--> top_customers | SELECT c_custkey, c_name, c_acctbal FROM customer ORDER BY c_acctbal DESC, c_custkey LIMIT n

SELECT key, value, scope, scope_id FROM ducklake_metadata ORDER BY key;
--> created_by | moraine | NULL | NULL
--> data_path | data/ | NULL | NULL
--> encrypted | false | NULL | NULL
--> version | 1.0 | NULL | NULL

SELECT object_id, key, value FROM ducklake_tag ORDER BY 1, 2, 3;
--> 3 | comment | everyone who ever bought something
--> 8 | comment | per nation

SELECT snapshot_id, changes_made, author, commit_message FROM ducklake_snapshot_changes WHERE author IS NOT NULL OR snapshot_id < 4 ORDER BY snapshot_id;
--> 0 | created_schema:"main" | NULL | NULL
--> 1 | created_table:"main"."region" | NULL | NULL
--> 2 | created_table:"main"."nation" | NULL | NULL
--> 3 | created_table:"main"."customer" | NULL | NULL
--> 25 | deleted_from_table:6,deleted_from_table:7 | Ada | cancel old orders

SELECT snapshot_id FROM ducklake_snapshot ORDER BY snapshot_id DESC LIMIT 3;
--> 36
--> 35
--> 34

SELECT snapshot_id FROM ducklake_snapshot ORDER BY snapshot_id LIMIT 2 OFFSET 5;
--> 5
--> 6

SELECT table_id, max(schema_version) FROM ducklake_schema_versions GROUP BY table_id HAVING count(*) > 1 ORDER BY 1;
--> 3 | 20
--> 4 | 8
--> 7 | 21
--> 11 | 16
