"""Writes casts.jsonl: what DuckDB 1.5.5 makes of texts under TRY_CAST, in the time zone UTC.

A line is [type, text, result]; the result is DuckDB's text of the value, null for NULL.
Needs: pip install duckdb==1.5.5
"""
import json
import random

import duckdb

TYPES = ["BIGINT", "INTEGER", "SMALLINT", "TINYINT", "DECIMAL(18,3)", "DECIMAL(5,2)",
         "DECIMAL(38,10)", "DOUBLE", "FLOAT", "BOOLEAN", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "UUID"]
NUMBERS = """0 1 +1 -1 --1 +-1 007 -0 12abc abc 1.5 2.5 0.5 -0.5 -1.5 -2.5 1.49999999 0.49999999999999999999
.5 5. . - + -. e5 1e 1e+ 1e3 1E3 1e+3 1e-3 15e-1 25e-1 1.5e1 1.25e1 1e0 1e18 1e19 9.2e18 9.3e18 1e308 1e309
1e-400 -1e309 1e37 1e38 1e2147483648 1e-2147483648 1_000 1__0 _1 1_ 1_000.5 1.0_5 0x1F 0X1f 0x 0xZ -0x10 0b101
0B11 0b2 0b 0o17 0x7FFFFFFFFFFFFFFF 0x8000000000000000 127 128 -128 -129 127.4 127.5 127.6 -128.5 -128.6 32767
32768 -32768 -32769 2147483647 2147483648 -2147483648 -2147483649 2147483647.5 9223372036854775807
9223372036854775808 -9223372036854775808 -9223372036854775809 9223372036854775807.4 9223372036854775807.5
18446744073709551616 99999999999999999999999999999999999999 100000000000000000000000000000000000000
999.99 999.994 999.995 999.996 -999.995 1000 123456789012345.678 123456789012345.6785 1234567890123456
0.0005 0.00049 -0.0005 0.005 0.0049999 1.005 1,5 1,000 1d 1f 1L $1 1% inf -inf +inf Inf INF infinity -Infinity
INFINITY +infinity nan NaN NAN -nan +nan nan(1) infin 1e5 1e-5 1e15 1e16 1e17 0.1 0.2 0.3 3.4028235e38
3.5e38 1.17549435e-38 1e-45 1e-46 4.9e-324 2.2250738585072014e-308 1.7976931348623157e308 16777217 0.30000000000000004
123456789.123456789 100000.0 1234567.0 12345678.9 0.0001 0.00001 1e21 123456789012345680 -0.0 00.10 1.e2 .5e1 1..2 1.2.3
1e2e3 1e1.5 ١٢ １ 1a 0.000000000000000000000000000000000000001 1234567890123456789012345678.1234567890
1234567890123456789012345678.12345678905 12345678901234567890123456789.1""".split()
BOOLEANS = "true false TRUE FALSE True t f T F yes no y n Y on off 1 0 2 tru truee 1.0 01 TrUe".split()
DATES = """2020-01-01 2020-1-1 2020-01-1 2020-1-01 20-01-01 020-01-01 0020-01-01 2020/01/01 2020/1/1 2020-01/01
2020.01.01 2020\\01\\01 20200101 2020-13-01 2020-00-01 2020-01-00 2020-01-32 2020-02-29 2021-02-29 1900-02-29
2000-02-29 2020-02-30 0001-01-01 0000-01-01 0000-12-31 -0001-01-01 -0044-03-15 -44-03-15 9999-12-31 10000-01-01
99999-01-01 294247-01-10 294247-01-11 290309-12-22 5881580-07-10 5881580-07-11 5881581-01-01 5877642-06-25 epoch
Epoch infinity -infinity Infinity +infinity inf -inf INFINITY 1969-12-31 1970-01-01 1970-01-02 2020-001-01
2020-01-001 2020-01 2020 01-01-2020 Jan-01-2020 2020-Jan-01 +2020-01-01 2020-01-01x 2020-01-01-
1582-10-04 1582-10-10 1582-10-15 0100-02-29 12020-01-01 --2020-01-01 2020--01-01 2020-01-01BC""".split()
DATES += ["0044-03-15 (BC)", "0001-01-01 (BC)", "4714-11-24 (BC)", "290308-12-21 (BC)", "290309-12-22 (BC)",
          "5877642-06-25 (BC)", "5877642-06-24 (BC)", "2020-01-01 (bc)", "2020-01-01 (BC", "2020-01-01(BC)",
          "0000-01-01 (BC)", "2020-01-01  (BC)", "-0044-03-15 (BC)", " 2020-01-01", "2020-01-01 ", "2020- 01-01", "2020-01-01 x",
          "2020-01-01 BC", "2020-01-01\t", "\n2020-01-01", "2020-01-01 AD", "2020-01-01 (AD)"]
TIMES = """00:00:00 12:34:56 1:2:3 01:02 1:02 23:59:59 24:00:00 24:00:01 23:59:60 25:00:00 12:60:00 12:00:61
12:34:56. 12:34:56.1 12:34:56.12 12:34:56.123 12:34:56.1234 12:34:56.12345 12:34:56.123456 12:34:56.1234565
12:34:56.1234567 12:34:56.123456789 12:34:56.9999995 23:59:59.999999 23:59:59.9999999 12:34:56.1234567890123
12 12: 12:3 12:34: 12:34:5 012:00:00 12:034:00 12:34:56.12x -12:00:00 +12:00:00 12-34-56 12.34.56 123456""".split()
ZONES = ["", "Z", "z", " Z", "+00", "-00", "+0", "+1", "+01", "-08", "+0130", "+01:30", "-01:30", "+1:30", "+01:3", "+01:300",
         "+01:30:15", "-01:30:15", "+14", "+15", "+15:59", "+15:59:59", "+16", "-15:59:59", "+99", "+100", " +01", " +01:30", "+ 01", " UTC", "UTC", " utc", " GMT",
         " Europe/Paris", " America/New_York", " EST", " EST5EDT", " Nowhere/Land", " +", "+", "-", " UTC+1", "+01 ", "+01x", " (BC)", "+00 (BC)", " (BC)+00", "  UTC"]
UUIDS = """f79c3e09-677c-4bbd-a479-3f349cb785e7 F79C3E09-677C-4BBD-A479-3F349CB785E7 f79c3e09677c4bbda4793f349cb785e7
{f79c3e09-677c-4bbd-a479-3f349cb785e7} {f79c3e09-677c-4bbd-a479-3f349cb785e7 f79c3e09-677c-4bbd-a479-3f349cb785e
f79c3e09-677c-4bbd-a479-3f349cb785e7a g79c3e09-677c-4bbd-a479-3f349cb785e7 f79c-3e09-677c-4bbd-a479-3f34-9cb7-85e7
f-79c3e09677c4bbda4793f349cb785e7 f79c3e09--677c-4bbd-a479-3f349cb785e7 -f79c3e09-677c-4bbd-a479-3f349cb785e7
f79c3e09-677c-4bbd-a479-3f349cb785e7- 00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff
80000000-0000-0000-0000-000000000000 f79c3e09677c-4bbd-a479-3f349cb785e7 {F79C3E09677C4BBDA4793F349CB785E7}
f79c3e0-9677c4-bbda-4793-f349cb785e7""".split() + [" f79c3e09-677c-4bbd-a479-3f349cb785e7", "f79c3e09-677c-4bbd-a479-3f349cb785e7 "]
ODD = ["", " ", "\t1", "1\n", " 1 ", "1 1", " 1.5 ", "\u00a01", "1\u0000", " true", "true ", "null", "NULL", "'1'", "é", "\f1", "\v1"]


def texts(kind, rng):
    if kind in ("DATE", "TIMESTAMP", "TIMESTAMPTZ"):
        yield from DATES
        for sep in (" ", "T", "t", "  ", "x", "_"):
            for time in TIMES[:12] if sep not in " T" else TIMES:
                yield "2020-06-15" + sep + time
        zones = ZONES if kind != "DATE" else ZONES[:12]
        for zone in zones:
            for base in ("2020-06-15 12:34:56", "2020-01-15T01:02:03.5", "2020-06-15 12:34", "2020-06-15"):
                yield base + zone
        for base in ("0044-03-15 (BC) 12:00:00", "0044-03-15 12:00:00 (BC)", "290309-12-21 (BC) 23:59:59.999999",
                     "290309-12-22 (BC) 00:00:00", "294247-01-10 04:00:54.775806", "294247-01-10 04:00:54.775807",
                     "294247-01-10 04:00:54.775808", "infinity+00", "infinity 12:00", "epoch 12:00", "12:00:00",
                     "1969-12-31 23:59:59.999999", " 2020-06-15 12:34:56 ", "2020-06-15 12:34:56  ", "2020-06-15 12 :34:56"):
            yield base
        for _ in range(150 if kind != "DATE" else 60):
            date = "%04d-%02d-%02d" % (rng.randint(1, 3000), rng.randint(1, 12), rng.randint(1, 31))
            time = " %02d:%02d:%02d" % (rng.randint(0, 24), rng.randint(0, 59), rng.randint(0, 60))
            fraction = ".%s" % str(rng.randint(0, 10**9))[:rng.randint(1, 9)] if rng.random() < .7 else ""
            zone = rng.choice(["", "", "+00", "-03", "+05:45", "Z"])
            yield date + rng.choice(["", time + fraction + zone, " (BC)", " (BC)" + time])
    elif kind == "UUID":
        yield from UUIDS
        yield from ODD
    elif kind == "BOOLEAN":
        yield from BOOLEANS
        yield from NUMBERS[:12]
        yield from ODD
    else:
        yield from NUMBERS
        yield from ODD
        yield from ("true", "false", "t", "2020-01-01")
        for _ in range(80):
            digits = str(rng.randint(0, 10 ** rng.randint(1, 20)))
            point = rng.randint(0, len(digits))
            text = rng.choice(["", "-"]) + rng.choice([digits, digits[:point] + "." + digits[point:]])
            yield text + rng.choice(["", "", "e%d" % rng.randint(-12, 12)])


def main():
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    rng = random.Random(1)
    with open("casts.jsonl", "w", encoding="utf-8", newline="\n") as out:
        for kind in TYPES:
            for text in dict.fromkeys(texts(kind, rng)):
                try:
                    result = connection.execute(
                        f"SELECT CAST(TRY_CAST(? AS {kind}) AS VARCHAR)", [text]).fetchone()[0]
                except duckdb.ConversionException:
                    continue  # an instant out of range, which TRY_CAST should have made NULL
                out.write(json.dumps([kind, text, result], separators=(",", ":")) + "\n")


main()
