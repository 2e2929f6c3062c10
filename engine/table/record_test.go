package table

import (
	"fmt"
	"strings"
	"testing"
)

// Whatever a row encodes it gives back, at every alignment and with texts of
// every length at its very end, also when many rows share one block.
func TestRecord(t *testing.T) {
	made := New("Records")
	var all []Entity
	for i := range 600 {
		all = append(all, entity("p", fmt.Sprintf("%04d%s", i, strings.Repeat("k", i%17)),
			text("A", strings.Repeat("a", i%5)), number("N", int32(i)), Property{"B", BinaryValue([]byte(strings.Repeat("b", i%23)))}, text("Z", strings.Repeat("z", i%300))))
	}
	wantCode(t, made.Load(all, noon), "")
	checkAtEnd(t, made)
	for i, got := range entitiesOf(made.Snapshot()) {
		all[i].Timestamp = noon
		if !sameEntity(got, all[i]) {
			t.Fatalf("entity %d: got %v, want %v", i, got, all[i])
		}
	}
	t.Run("empty text at the end", func(t *testing.T) {
		r := recordAt([]byte("12345678"), 0)
		if got := r.text(8, 0); got != "" {
			t.Errorf("got %q, want nothing", got)
		}
	})
}
