"""Running an experiment: its spec, its tasks, its ledger, and the workers who play."""
