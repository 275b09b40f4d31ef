"""Players who meet: match, round robin, gauntlet, ladder and knock-out."""
