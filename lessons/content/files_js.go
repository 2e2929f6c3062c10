package content

// Text returns nil: in a browser the file of a lesson is fetched.
func Text(string) []byte { return nil }
