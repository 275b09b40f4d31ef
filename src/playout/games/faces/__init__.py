"""How people see the games: notation, boards, positions that are set up. Plain Python."""
