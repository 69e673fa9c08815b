"""The net that learns, in torch: its weights, its towers, and the kernels for a GPU."""
