"""Who is at a table: seats, secrets, connections, names, what the host may do, what is said."""
