"""What answers over HTTP: requests, WebSockets, and what stands in front of them."""
