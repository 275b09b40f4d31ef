"""What all reports share: pages by templates, figures as SVG, numbers as people read them."""
