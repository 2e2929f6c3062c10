package dataset

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// The fast way gives what strconv.ParseFloat gives, down to the bits, for every
// text that it takes.
func TestParseDecimal(t *testing.T) {
	random := rand.New(rand.NewPCG(20240301, 1))
	taken := 0
	texts := []string{"", "-", ".", "-.", "1.", ".5", "-.5", "0", "-0", "-0.0", "00.10", "1..2", "1.2.3", "1e5", "+1", "123456789012345", "1234567890123456", "0.123456789012345", "999999999999999", "9999999999999.99"}
	for range 20000 {
		s := strconv.FormatUint(random.Uint64N(uint64(math.Pow10(1+random.IntN(17)))), 10)
		at := random.IntN(len(s) + 1)
		if s = s[:at] + "." + s[at:]; random.IntN(3) == 0 {
			s = "-" + s
		}
		texts = append(texts, s)
	}
	for _, s := range texts {
		got, ok := parseDecimal([]byte(s))
		if !ok {
			continue
		}
		taken++
		if want, err := strconv.ParseFloat(s, 64); err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q is %v, want %v, %v", s, got, want, err)
		}
	}
	if taken < 10000 {
		t.Errorf("only %d texts were taken", taken)
	}
}
