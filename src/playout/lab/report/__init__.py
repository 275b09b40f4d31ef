"""What all reports share.

page        HTML and Markdown by the templates beside it, and JSON
figures     drawings as SVG
format      numbers as people read them
"""
