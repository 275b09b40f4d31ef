"""The lab: what a match of many games says about its players."""
