"""Statistics of matches: intervals, Elo, sequential tests, ratings, many comparisons at once."""
