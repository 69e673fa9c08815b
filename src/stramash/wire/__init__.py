"""Engine values as JSON, for the table server, its clients and bots that are programs of their own."""
