"""What two games share, or what would make the file of one too long to read: all compiled."""
