"""Running an experiment, whatever its kind: spec, tasks, workers, ledger, and the driver."""
