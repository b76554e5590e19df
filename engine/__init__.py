"""The examiner without the web: families, reading, marking. No HTTP, SQL, HTML, clock or global chance."""
