package workshop

// Entry is what the list of workshops says of one.
type Entry struct {
	ID, Title, For string
	Minutes        int
}

// Catalogue lists the workshops that come with the site, the shortest first. A test
// holds it to their files.
func Catalogue() []Entry {
	return []Entry{
		{"hot-keys", "Hot keys in 45 minutes", "developers whose writes get throttled, or who want to know why that never happens to them", 45},
		{"conflicts", "Conflicts and retries, 60 minutes", "developers who write to entities that others write to as well", 60},
		{"design", "Design for your questions, half a day",
			"teams that are about to choose keys for a table, or wish that they had chosen others", 240},
	}
}

// Shipped reports whether a workshop with an ID comes with the site.
func Shipped(id string) bool {
	for _, e := range Catalogue() {
		if e.ID == id {
			return true
		}
	}
	return false
}
