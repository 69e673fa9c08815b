"""Many tables at once for programs that learn: moves are numbers, and what is told is bits."""
