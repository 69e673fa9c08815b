"""Every message and body, as models."""
