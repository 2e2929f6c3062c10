package score

import (
	words "github.com/keyrange/keyrange/engine/text"
)

// shownDear bounds the dear questions that a sentence names.
const shownDear = 3

// Finding says which questions the present designs answer badly.
func (c *SecondCopy) Finding(comparing bool) string {
	text := "This design does not answer every question cheaply: "
	if comparing {
		text = "Neither design answers every question cheaply: "
	}
	var parts []string
	for _, d := range c.Dear[:min(len(c.Dear), shownDear)] {
		returned := words.Number(d.Returned)
		if d.Returned == 0 {
			returned = "none"
		}
		parts = append(parts, "“"+d.Title+"” examines "+words.Count(d.Examined, "entity", "entities")+" to return "+returned)
	}
	if more := len(c.Dear) - len(parts); more > 0 {
		parts = append(parts, words.Count(more, "other examines", "others examine")+" too many as well")
	}
	if comparing {
		return text + "under design A, " + words.List(parts) + "."
	}
	return text + words.List(parts) + "."
}

// Outcome says what the search came to.
func (c *SecondCopy) Outcome() string {
	switch {
	case c.State == CopyUntried:
		return "One pair of keys sorts the table in one way. A second copy under keys of its own, an index table, can serve the questions that " +
			"this order does not."
	case c.State == CopyWorking:
		return "Building copies of the table, and asking each of them every question."
	case c.State == CopyPair:
		return "Between them, designs A and B answer every question cheaply. Keep both tables: design B is the second copy."
	case c.State == CopyNone && c.Tried == 0:
		return "No second copy helps: a key needs a column that the question knows exactly, as a range or as an order, and these questions " +
			"name none."
	case c.State == CopyNone:
		return "Tried " + words.Count(c.Tried, "second copy", "second copies") +
			" with every row, and none answers one of these questions cheaply."
	}
	text := "A second copy of the table answers " + words.Count(len(c.Gains), "question", "questions") +
		" better. Its keys begin with what the question knows and end in both keys of design A, so each is unique and leads back to the " +
		"first table."
	switch len(c.Left) {
	case 0:
		return text
	case 1:
		return text + " “" + c.Left[0] + "” stays dear, and needs another copy or other keys."
	}
	return text + " " + words.Number(len(c.Left)) + " questions stay dear, and need another copy or other keys."
}
