"""Running an experiment, whatever its kind.

spec, fields        reading a TOML file, and checking it; experiment is what comes of it
tasks, records      what workers do, and what the ledger keeps of it
ledger              the SQLite file, and what can be wrong with it
workers, cluster    processes of this machine, or of a Dask cluster
runner              the driver: gives tasks out, keeps results, goes on after a kill
code                which code has made a result, so that different code is not mixed
pairing_score       how two players stand, and who failed
"""
