package demand

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/table"
)

func parsed(t testing.TB, text string) *keys.Template {
	t.Helper()
	template, err := keys.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return template
}

// Ordinals compare as their PartitionKeys do, and an ordinal's text is the key
// that the template makes.
func TestOrdinals(t *testing.T) {
	users := Entities{Kind: Users, Count: 500, Zipf: 1, Scale: 3600}
	for _, text := range []string{
		"one", "{Id}", "{At.time}", "{At.date}T{At.time}", "{reverseTicks(At):19}", "{User}", "{User}_{At.time}", "{At.hour:02}_{User}",
		"{hash(Id)%16:02}_{At.time}", "{hash(User)%7}_{User}_{At.dayOfYear:03}", "{User}_{Id}", "{lower(User)}{9999-At.year}_{13-At.month:02}", "{prefix(User,6)}x{Id}", "{Number}",
	} {
		t.Run(text, func(t *testing.T) {
			template := parsed(t, text)
			bound, err := template.Bind(users.Columns())
			if err != nil {
				t.Fatal(err)
			}
			c, err := newCodec(template, &users, nil, func() {})
			if err != nil {
				t.Fatal(err)
			}
			draw := random.Stream(enginetest.Seed(t, 1))
			var last string
			var lastOrdinal uint64
			for i := range 3000 {
				number, slot, id := int(random.Bounded(draw.Next(), 500)), int64(random.Bounded(draw.Next(), 86_400)), draw.Next()
				ordinal := c.encode(number, slot, id)
				got := c.text(ordinal)
				if !strings.Contains(text, "Id") {
					want, err := bound.Key(&generated{entities: &users, number: number, slot: slot}, 0)
					if err != nil || got != want {
						t.Fatalf("the key of user %d at %d: got %q, want %q, %v", number, slot, got, want, err)
					}
				}
				if i > 0 && cmp.Compare(ordinal, lastOrdinal) != table.CompareUTF16(got, last) {
					t.Fatalf("%q (%d) and %q (%d) are not in the same order", got, ordinal, last, lastOrdinal)
				}
				if back, found := c.ordinal(got); !found || back != ordinal {
					t.Fatalf("%q is %d, and back %d, %v", got, ordinal, back, found)
				}
				last, lastOrdinal = got, ordinal
			}
		})
	}
}

// Choices come as often as their weights say.
func TestChoice(t *testing.T) {
	for _, exponent := range []int{0, 1, 2} {
		const n, draws = 50, 2_000_000
		c := newChoice(n, exponent)
		var got [n]float64
		draw := random.Stream(enginetest.Seed(t, 1))
		for range draws {
			got[c.draw(draw.Next())]++
		}
		sum := 0.0
		weight := func(i int) float64 {
			w := 1.0
			for range exponent {
				w /= float64(i + 1)
			}
			return w
		}
		for i := range n {
			sum += weight(i)
		}
		for i := range n {
			want := draws * weight(i) / sum
			if d := got[i] - want; d*d > 30*want { // more than five deviations
				t.Errorf("exponent %d, entity %d: drawn %v times, want about %v", exponent, i, got[i], want)
			}
		}
	}
}

// Texts are put in the order of PartitionKeys, equal ones by place, also where
// UTF-8 and UTF-16 disagree.
func TestSortedTexts(t *testing.T) {
	texts := []string{"user000010", "user000009", "user", "user\x00", "user\uE000", "user\U0001F600", "userA", "user000009", "user0000090", "useré", "user000009000"}
	var many []string
	for i := range 300 {
		many = append(many, texts[i*7%len(texts)]+texts[i*5%len(texts)][:4]+strconv.Itoa(i%17))
	}
	for _, all := range [][]string{texts, many, nil, {"a"}, {"", "b", ""}} {
		want := make([]uint32, len(all))
		for i := range want {
			want[i] = uint32(i)
		}
		slices.SortStableFunc(want, func(a, b uint32) int { return table.CompareUTF16(all[a], all[b]) })
		if got := sortedTexts(all, func() {}); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", all, got, want)
		}
	}
}
