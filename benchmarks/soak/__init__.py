"""A server under everything that happens to servers, for as long as you like: no acknowledged move is lost.

python -m benchmarks.soak [--minutes 20] [--tables 4]

`house` runs the processes, `people` play at tables, `evening` plays evenings of duplicate, `troubles` are
what happens meanwhile. Each part counts what it finds in one `Tally`.
"""
