package link

import (
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Packed bytes come back whole, and what is too much or damaged does not.
func TestUnpack(t *testing.T) {
	text, err := Pack([]byte("rows\n"), noRest)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Unpack(" "+text+"\n", noRest); err != nil || string(got) != "rows\n" {
		t.Errorf("got %q and %v", got, err)
	}
	for _, c := range []struct {
		title, text string
		want        error
	}{
		{"empty", "", Unknown},
		{"another version", "k2." + text[3:], Unknown},
		{"cut", text[:len(text)-3], Damaged},
		{"too long", version + strings.Repeat("A", MaxText), TooLong},
		{"too large", version + Seal(Compress(make([]byte, MaxText+1), noRest)), TooLarge},
	} {
		t.Run(c.title, func(t *testing.T) {
			if _, err := Unpack(c.text, noRest); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	noise := make([]byte, MaxText+1)
	r := newRandom(t)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, p := range [][]byte{noise, noise[:MaxText]} {
		if _, err := Pack(p, noRest); err != DoesNotFit {
			t.Errorf("%d bytes: got %v, want DoesNotFit", len(p), err)
		}
	}
}

// newRandom returns the source of a randomized test, its seed printed, and fixed
// unless KEYRANGE_SEED sets it.
func newRandom(t *testing.T) *rand.Rand {
	t.Helper()
	seed, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		seed = 20261121
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}
