"""What reports are made of: the page, its figures, numbers as people read them, files beside it."""
