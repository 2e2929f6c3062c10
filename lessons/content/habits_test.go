package content

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons/runner"
)

// A key of a load that names no column is a mistake that lists the columns, and
// it solves nothing.
func TestUnknownColumnOfLoad(t *testing.T) {
	for _, l := range parsed(t) {
		if l.ID != "choose-keys" {
			continue
		}
		s := atSharing(t, l, 3, 0, &simulated.Runs{})
		r, err := s.Do("simulate single for 20s rate 800 keys 'C3;{Nonsense}' ranges 4")
		if err != nil {
			t.Fatal(err)
		}
		if want := "no column named Nonsense. The columns are "; !strings.Contains(r.Mistake, want) || !strings.Contains(r.Mistake, "Id") {
			t.Errorf("the mistake is %q, want %q and the names", r.Mistake, want)
		}
		if o := s.Outcomes()[0]; o.State == runner.Met {
			t.Errorf("it solves the task: %q", o.Text)
		}
		return
	}
	t.Fatal("there is no lesson choose-keys")
}
