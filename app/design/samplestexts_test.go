package design

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
)

// textTraps is what sorting all texts in two ways says of a column that the
// RowKey begins with.
func textTraps(texts []string, separator string) (traps []check.Kind) {
	units := func(s string) []uint16 { return utf16.Encode([]rune(s)) }
	known, numbers, varies, held, tailed := map[string]bool{}, 0, false, false, false
	for _, s := range texts {
		known[s] = true
		varies = varies || len(s) != len(texts[0])
		held = held || strings.Contains(s, separator)
		if strings.Trim(s, "0123456789") == "" {
			numbers++
		}
	}
	raw := make([]string, 0, len(known))
	for s := range known {
		raw = append(raw, s)
		for i := range s {
			tailed = tailed || known[s[:i]] && slices.Compare(units(s[i:]), units(separator)) < 0
		}
	}
	if numbers == len(texts) {
		return nil // the order of numbers has a recount of its own
	}
	slices.SortFunc(raw, func(a, b string) int { return slices.Compare(units(a), units(b)) })
	folded := slices.Clone(raw)
	slices.SortStableFunc(folded, func(a, b string) int {
		return slices.Compare(units(strings.ToLower(a)), units(strings.ToLower(b)))
	})
	if !slices.Equal(raw, folded) {
		traps = append(traps, check.MixedCase)
	}
	switch {
	case varies && tailed:
		traps = append(traps, check.LateSeparator)
	case varies && held:
		traps = append(traps, check.HeldSeparator)
	}
	return traps
}

// The traps of every text column of every sample, over all of its rows, against
// sorting its texts.
func TestTextTrapsOfSamples(t *testing.T) {
	met := map[check.Kind]int{}
	for _, s := range draft.Samples() {
		content, made := s.Made()
		if !made {
			var err error
			if content, err = sampleData(s); err != nil {
				t.Fatal(err)
			}
		}
		p := New(startOfTests)
		p.Incoming.Open(s, content)
		finish(p)
		data := p.Rows.Data()
		for col, c := range data.Columns {
			if c.Type != table.String {
				continue
			}
			for _, separator := range []string{"_", "-", "~"} {
				got, texts := trapsOfColumn(t, data, col, separator)
				for _, kind := range []check.Kind{check.MixedCase, check.LateSeparator, check.HeldSeparator} {
					want := slices.Contains(textTraps(texts, separator), kind)
					if slices.Contains(got, kind) != want {
						t.Errorf("%s: %s under {%s}%s: found %v, want %v", s.ID, kind, c.Name, separator, !want, want)
					}
					if want {
						met[kind]++
					}
				}
			}
		}
	}
	if met[check.MixedCase] < 3 || met[check.LateSeparator] < 3 || met[check.HeldSeparator] < 1 {
		t.Errorf("the samples have %v", met)
	}
}

// trapsOfColumn runs a RowKey that begins with a column over all rows, and
// returns the texts of those that are stored.
func trapsOfColumn(t *testing.T, d *dataset.Dataset, col int, separator string) (kinds []check.Kind, texts []string) {
	t.Helper()
	bind := func(text string) *keys.Bound {
		parsed, err := keys.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := parsed.Bind(d.Columns)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	pk, rk := bind("all"), bind("{"+d.Columns[col].Name+"}"+separator+"{rowNumber():06}")
	a := check.NewAnalysis(pk, rk, check.Arrival{})
	for n := range d.Len() {
		p, err := pk.Key(model.Row{Data: d, N: n}, n)
		r, err2 := rk.Key(model.Row{Data: d, N: n}, n)
		a.Add(p, r, errors.Join(err, err2))
		if a.Entities() > len(texts) {
			v := d.Value(n, col)
			texts = append(texts, v.Str())
		}
	}
	for _, f := range a.Findings() {
		kinds = append(kinds, f.Kind)
	}
	return kinds, texts
}
