package workshop

// Text returns nil: in a browser the file of a workshop is fetched.
func Text(string) []byte { return nil }
