"""Matches between players: who won, and how sure that is."""
