package view

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/explain"
	"github.com/keyrange/keyrange/engine/sim/record"
)

func answer(reason explain.Reason, refused record.Refusals) *explain.Answer {
	return &explain.Answer{From: 60 * clock.Second, Reason: reason, Refused: refused, Operations: 20, RangeLoad: 990, ServerLoad: 500, OnServer: 1, TableRanges: 1,
		Range: 7, Server: 1, FailedServer: 5, Crowd: 3, CrowdShare: 850, Neighbour: "user000007", Away: 75 * clock.Second, Pattern: explain.Even, Params: sim.Defaults()}
}

// Each reason has a title and a sentence of its own that name what is to blame.
func TestWhy(t *testing.T) {
	for _, c := range []struct {
		reason             explain.Reason
		title, says, helps string
	}{
		{explain.NothingHere, "Nothing lands here", "No request", ""},
		{explain.KeysEven, "Even", "No key stands out", ""},
		{explain.FullRange, "One range at its capacity", "Range 7 worked 99.0% of the time. It executes one request at a time", "splits spread them"},
		{explain.NeighbourInRange, "Neighbour of a hot key", `"user000007" lies elsewhere on the map, but in the same range`, "Find the hot key"},
		{explain.CrowdedServer, "A crowded server", "Server B worked 50.0% of the time of its 2 cores for 1 range. ", "No other key"},
		{explain.NeighbourOnServer, "Neighbour of a hot key", `Server B also serves range 3, which makes up 85.0% of the server's queue`, "Find the hot key"},
		{explain.PausedRange, "A range that stands still", "stood still while it was split or merged", "No key prevents this"},
		{explain.MovingRange, "A range on the move", "Range 7 was moving to server B and was back at 01:15", "No key prevents this"},
		{explain.FailedServer, "A failed server", "Server F failed. Range 7 moved to server B and was back at 01:15", "No key prevents this"},
		{explain.SpentAccount, "The account's limit", "used up the 5,000 entities", "several storage accounts"},
	} {
		a := answer(c.reason, record.Refusals{})
		if got := WhyTitle(a); got != c.title {
			t.Errorf("got the title %q, want %q", got, c.title)
		}
		if got := WhySentence(a); !strings.Contains(got, c.says) {
			t.Errorf("%s: got %q, want %q in it", c.title, got, c.says)
		}
		if got := RemedySentence(a); (got == "") != (c.helps == "") || !strings.Contains(strings.ToLower(got), strings.ToLower(c.helps)) {
			t.Errorf("%s: got the remedy %q, want %q in it", c.title, got, c.helps)
		}
	}
}

// A pattern that is the reason is named by its title, and what a split would do
// depends on where the keys go.
func TestWhyDetails(t *testing.T) {
	a := answer(explain.KeyPattern, record.Refusals{})
	a.Pattern = explain.Append
	if got := WhyTitle(a); got != "Append at the tail" {
		t.Errorf("got %q", got)
	}
	a = answer(explain.FullRange, record.Refusals{})
	for _, c := range []struct {
		change func()
		want   string
	}{
		{func() {}, "The table has no other range yet. A split can divide its keys: the service decides on one after a range has been hot for 5 to 10 min."},
		{func() { a.TableRanges = 4; a.Params.Teach() }, "refuses it. A split can divide its keys: the service decides on one after a range has been hot for 20 s."},
		{func() { a.Params.Manager = false }, "the manager is off"},
		{func() { a.Direction = explain.Append }, "each new key is the highest"},
		{func() { a.Direction = explain.Prepend }, "each new key is the lowest"},
	} {
		if c.change(); !strings.HasSuffix(WhySentence(a), c.want) && !strings.Contains(WhySentence(a), c.want) {
			t.Errorf("got %q, want %q", WhySentence(a), c.want)
		}
	}
	if a.RangeLoad = 300; WhyTitle(a) != "A burst on one range" {
		t.Errorf("got %q for a range that worked 30 %% of the time", WhyTitle(a))
	}
}

// The load of a range is told against its one core, that of a server against all
// of its cores.
func TestLoadSentence(t *testing.T) {
	a := answer(explain.FullRange, record.Refusals{})
	const want = " is the only range of the table and worked 99.0% of the time; one range can use one core. The server worked 50.0% of the time of its 2 cores, for 1 range."
	if got := LoadSentence(a); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if a.TableRanges = 8; !strings.HasPrefix(LoadSentence(a), " is one of 8 ranges and") {
		t.Errorf("got %q", LoadSentence(a))
	}
}

// What was refused is told by cause, with the right form of the number.
func TestRefusedSentence(t *testing.T) {
	for _, c := range []struct {
		refused record.Refusals
		want    string
	}{
		{record.Refusals{}, ""},
		{record.Refusals{record.AccountLimit: 1}, "1 entity refused by the account limit."},
		{record.Refusals{record.RangeMoving: 1200, record.RangeFull: 3}, "1,203 entities refused: 1,200 while a range was moving, 3 by a range at its capacity."},
	} {
		if got := RefusedSentence(answer(explain.KeysEven, c.refused)); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A period is written with its unit once.
func TestPeriod(t *testing.T) {
	for _, c := range []struct {
		low, high int64
		want      string
	}{{5 * clock.Minute, 10 * clock.Minute, "5 to 10 min"}, {20 * clock.Second, 20 * clock.Second, "20 s"}, {90 * clock.Second, 10 * clock.Minute, "90 s to 10 min"}} {
		if got := Period(c.low, c.high); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
