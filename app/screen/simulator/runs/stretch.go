package runs

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/demand"
)

// StretchRequests returns how many queries a reader sends for what was written in
// a stretch of time: one for each value that the parts of the key in front of the
// time can have. ok is false where the time is not in the key, or stands behind a
// part that is different for every entity, so that the whole table is read.
func StretchRequests(template string, e demand.Entities) (n int, ok bool) {
	n, slot, text := 1, -1, ""
	for _, part := range append(keys.Parts(template), keys.Part{Slot: -1}) {
		if part.Slot != slot {
			switch {
			case strings.Contains(text, "At"):
				return n, true
			case text != "":
				values, ok := valuesOf(text, e)
				if !ok {
					return 0, false
				}
				n *= values
			}
			slot, text = part.Slot, ""
		}
		if part.Slot >= 0 {
			text += part.Text
		}
	}
	return 0, false
}

// valuesOf is how many values a placeholder without the time has.
func valuesOf(placeholder string, e demand.Entities) (n int, ok bool) {
	if at := strings.IndexByte(placeholder, '%'); at >= 0 {
		end := at + 1
		for end < len(placeholder) && placeholder[end] >= '0' && placeholder[end] <= '9' {
			end++
		}
		n, err := strconv.Atoi(placeholder[at+1 : end])
		return n, err == nil && n > 0
	}
	if strings.Contains(placeholder, "Id") {
		return 0, false
	}
	return e.Count, true
}
