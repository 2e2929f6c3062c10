package sim

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/keys"
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
			c, err := newCodec(template, &users, nil, noRest)
			if err != nil {
				t.Fatal(err)
			}
			draw := stream(seedOf(t))
			var last string
			var lastOrdinal uint64
			for i := range 3000 {
				number, slot, id := int(bounded(draw.next(), 500)), int64(bounded(draw.next(), 86_400)), draw.next()
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

// Templates that cannot be kept in order are refused, with the place.
func TestTemplateErrors(t *testing.T) {
	users := Entities{Kind: Users, Count: 500, Scale: 1}
	for _, c := range []struct{ text, fragment, at string }{
		{"{Number}{At.time}", "begins with", "{Number}"},
		{"{Users}", "no column named Users", "Users"},
		{"{User}_{frob(User)}", "frob", "frob"},
		{"{rowNumber()}", "rowNumber", "{rowNumber()}"},
		{"x{Number+At.second}", "mixes", "{Number+At.second}"},
		{"{User", "", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			s := scenarioOf(t, "users")
			s.Entities, s.Template = users, c.text
			_, err := New(s)
			e, ok := err.(*Error)
			if !ok || e.Path != "template" || e.Within == nil || !strings.Contains(e.Message, c.fragment) {
				t.Fatalf("got %v, want an error of the template about %q", err, c.fragment)
			}
			if got := c.text[e.Within.Offset:e.Within.End]; c.at != "" && got != c.at {
				t.Errorf("it points at %q, want %q", got, c.at)
			}
		})
	}
}

type list3 []string

func (l list3) Value(row, column int) table.Value { return table.StringValue(l[row]) }

// Rows are replayed in their order, each once unless asked otherwise; a replay
// knows its keys only.
func TestReplay(t *testing.T) {
	rows := list3{"delta", "alpha", "echo", "bravo", "alpha"}
	c := scenarioOf(t, "guid")
	c.Template = "{Name}"
	c.Replay = &Replay{Columns: []keys.Column{{Name: "Name", Type: table.String}}, Rows: rows, Count: len(rows)}
	c.Groups = []Group{{"feed", arrivals(Insert, 10, NoRetry)}}
	s := must(t, c)
	var got []string
	s.model.watch = func(st *state, r int32) { got = append(got, s.Key(st.requests[r].key)) }
	s.Run(Minute)
	if strings.Join(got, " ") != strings.Join(rows, " ") {
		t.Errorf("got %q, want %q", got, rows)
	}
	if total := s.Total(); total.Inserted != 5 || total.Sent != 5 {
		t.Errorf("got %d inserted and %d sent, want 5 and 5", total.Inserted, total.Sent)
	}
	c.Replay.Repeat = true
	s = must(t, c)
	s.Run(Minute)
	if s.Total().Inserted < 300 {
		t.Errorf("got %d inserted in a minute of 10 per second, repeated", s.Total().Inserted)
	}
}

// Two designs under one seed see the same demand: the same entities in the same
// order for each thread.
func TestSameDemand(t *testing.T) {
	demand := func(template string) string {
		c := scenarioOf(t, "users")
		c.Template = template
		s := must(t, c)
		var users strings.Builder
		s.model.watch = func(st *state, r int32) {
			key := s.Key(st.requests[r].key)
			users.WriteString(key[strings.Index(key, "user"):][:10])
		}
		s.Run(3 * Second)
		return users.String()
	}
	a, b := demand("{User}"), demand("{hash(User)%16:02}_{User}")
	if n := min(len(a), len(b), 100_000); a[:n] != b[:n] || n < 20_000 {
		t.Errorf("the demand differs within the first %d characters", n)
	}
}

// Choices come as often as their weights say.
func TestChoice(t *testing.T) {
	for _, exponent := range []int{0, 1, 2} {
		const n, draws = 50, 2_000_000
		c := newChoice(n, exponent)
		var got [n]float64
		draw := stream(seedOf(t))
		for range draws {
			got[c.draw(draw.next())]++
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
		if got := sortedTexts(all, noRest); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", all, got, want)
		}
	}
}

// A run beside another one is the same run as one alone.
func TestNewLike(t *testing.T) {
	a := scenarioOf(t, "logging")
	first := must(t, a)
	for _, template := range []string{"{At.time}", "{Component}_{At.time}", "{hash(Id)%16:02}_{At.time}", "{Component}"} {
		c := a
		c.Template = template
		alone := must(t, c)
		beside, err := NewLike(c, first, noRest)
		if err != nil {
			t.Fatal(err)
		}
		alone.Run(20 * Second)
		beside.Run(20 * Second)
		differ(t, template, beside, alone)
	}
}
