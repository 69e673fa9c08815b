"""Speed: of this project's engines, and of other projects' engines on their most comparable games."""
