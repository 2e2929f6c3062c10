package gallery

import (
	"strconv"
	"strings"
)

// CSV is the table of the gallery as a file. Names are numbers in it while they are
// hidden. A text that a spreadsheet would take for a formula begins with an
// apostrophe.
func (s *State) CSV() string {
	var b strings.Builder
	row := func(cells ...string) {
		for i, c := range cells {
			cells[i] = cell(c)
		}
		b.WriteString(strings.Join(cells, ",") + "\r\n")
	}
	row("Name", "Goal", "Reached", "PartitionKey", "RowKey", "Accepted per second", "Examined for each returned", "Rows lost",
		"Refused because")
	for i, e := range s.entries {
		if !e.Done {
			continue
		}
		reached := "no"
		if e.Judged.Met {
			reached = "yes"
		}
		if e.Reason != "" {
			row(s.Name(i), e.Result.Task.Goal, "", "", "", "", "", "", e.Reason)
			continue
		}
		row(s.Name(i), e.Result.Task.Goal, reached, e.Keys[0], e.Keys[1], strconv.Itoa(e.Accepted),
			strconv.FormatFloat(e.Each, 'f', 1, 64), strconv.Itoa(e.Lost), "")
	}
	return b.String()
}

// cell is a text as one cell of a CSV file.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		text = "'" + text
	}
	if strings.ContainsAny(text, "\",\r\n") {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}
