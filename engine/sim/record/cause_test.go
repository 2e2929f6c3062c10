package record

import "testing"

// Refusals are named with the most frequent cause first, and only those that
// occur.
func TestRefusalsString(t *testing.T) {
	for _, c := range []struct {
		counts         Refusals
		want, sentence string
	}{
		{Refusals{}, "", "0 refused"},
		{Refusals{ServerFailed: 1155}, "1,155 after a server failed", "1,155 refused after a server failed"},
		{Refusals{AccountLimit: 315, RangeMoving: 8120}, "8,120 while a range was moving, 315 by the account limit",
			"8,435 refused: 8,120 while a range was moving, 315 by the account limit"},
		{Refusals{1, 1, 1, 1, 1, 1}, "1 by a range at its capacity, 1 by a crowded server, 1 while a range was split or merged, " +
			"1 while a range was moving, 1 after a server failed, 1 by the account limit",
			"6 refused: 1 by a range at its capacity, 1 by a crowded server, 1 while a range was split or merged, " +
				"1 while a range was moving, 1 after a server failed, 1 by the account limit"},
	} {
		if got := c.counts.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
		if got := c.counts.Sentence(); got != c.sentence {
			t.Errorf("got %q, want %q", got, c.sentence)
		}
	}
}
