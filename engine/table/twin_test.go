package table

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// twin is the same table as plainly as it can be said: a map, sorted when it
// is read. It knows the verbs, not the limits.
type twin map[Key]Entity

func (w twin) write(verb string, e Entity, match ETag, now Ticks) (Entity, Code) {
	old, exists := w[e.Key]
	switch {
	case verb == "Insert" && exists:
		return Entity{}, EntityAlreadyExists
	case (verb == "Replace" || verb == "Merge" || verb == "Delete") && !exists:
		return Entity{}, ResourceNotFound
	case (verb == "Replace" || verb == "Merge" || verb == "Delete") && match != AnyETag && match != old.ETag():
		return Entity{}, UpdateConditionNotSatisfied
	case verb == "Delete":
		delete(w, e.Key)
		return Entity{}, ""
	}
	e.Timestamp = now
	if exists {
		e.Timestamp = max(now, old.Timestamp+1)
	}
	if exists && (verb == "Merge" || verb == "InsertOrMerge") {
		for _, p := range old.Properties {
			if e.Property(p.Name).IsNull() {
				e.Properties = append(e.Properties, p)
			}
		}
	}
	if verb != "Insert" {
		slices.SortFunc(e.Properties, func(p, q Property) int { return CompareUTF16(p.Name, q.Name) })
	}
	w[e.Key] = e
	return e, ""
}

func (w twin) entities() []Entity {
	return slices.SortedFunc(maps.Values(w), func(a, b Entity) int { return a.Key.Compare(b.Key) })
}

// seed is KEYRANGE_SEED or a fixed number, and is printed.
func seed(t *testing.T) uint64 {
	s := uint64(20_260_101)
	if given, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64); err == nil {
		s = given
	}
	t.Logf("KEYRANGE_SEED=%d", s)
	return s
}

var twinTexts = []string{"", "a", "b", "ab", "B", "é", "語", "\uE000", "\uFFFD", "🎬", "🎭", "a🎬", "a\uFFFD", "long prefix of 16", "long prefix of 16 and more", "long prefix of 16 🎬", "long prefix of 16 \uFFFD"}

func randomEntity(r *rand.Rand) Entity {
	row := twinTexts[r.IntN(len(twinTexts))]
	if r.IntN(4) > 0 {
		row = fmt.Sprintf("%s%03d", row, r.IntN(200))
	}
	e := Entity{Key: Key{twinTexts[r.IntN(len(twinTexts))], row}}
	for _, name := range []string{"é", "a", "B", "_"} {
		switch r.IntN(4) {
		case 0:
			e.Properties = append(e.Properties, number(name, r.Int32()))
		case 1:
			e.Properties = append(e.Properties, text(name, twinTexts[r.IntN(len(twinTexts))]))
		}
	}
	return e
}

// Any sequence of operations gives what the naive twin gives: the same
// results, refusals and entities, and every snapshot keeps what it had.
func TestTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(seed(t), 1))
	made, naive := New("Twin"), twin{}
	verbs := []string{"Insert", "Insert", "InsertOrReplace", "InsertOrMerge", "Replace", "Merge", "Delete"}
	type kept struct {
		snapshot *Snapshot
		entities []Entity
	}
	var snapshots []kept
	now := noon
	const operations = 20_000
	for i := range operations {
		e, verb, match := randomEntity(random), verbs[random.IntN(len(verbs))], AnyETag
		now += Ticks(random.IntN(2))
		if old, ok := naive[e.Key]; ok && random.IntN(2) == 0 {
			match = old.ETag()
		} else if random.IntN(4) == 0 {
			match = ETagOf(now - 1)
		}
		want, code := naive.write(verb, Entity{Key: e.Key, Properties: slices.Clone(e.Properties)}, match, now)
		tag, err := doVerb(made, verb, e, match, now)
		if got := codeOf(err); got != code || code == "" && verb != "Delete" && tag != want.ETag() {
			t.Fatalf("operation %d, %s %q: got %q and tag %s, want %q and %s", i, verb, e.Key, got, tag, code, want.ETag())
		}
		if i%2_000 == 0 {
			snapshots = append(snapshots, kept{made.Snapshot(), naive.entities()})
		}
	}
	snapshots = append(snapshots, kept{made.Snapshot(), naive.entities()})
	for i, k := range snapshots {
		if got := entitiesOf(k.snapshot); !slices.EqualFunc(got, k.entities, sameEntity) || k.snapshot.Len() != len(got) {
			t.Errorf("snapshot %d: got %d entities other than the %d of the twin", i, len(got), len(k.entities))
		}
	}
	if err := made.Check(); err != nil {
		t.Error(err)
	}
}

func sameEntity(a, b Entity) bool {
	return a.Key == b.Key && a.Timestamp == b.Timestamp && len(a.Properties) == len(b.Properties) &&
		(len(a.Properties) == 0 || reflect.DeepEqual(a.Properties, b.Properties))
}

func codeOf(err error) Code {
	if refusal, ok := err.(*Error); ok {
		return refusal.Code
	}
	return ""
}

func doVerb(made *Table, verb string, e Entity, match ETag, now Ticks) (ETag, error) {
	switch verb {
	case "Insert":
		return made.Insert(e, now)
	case "InsertOrReplace":
		return made.InsertOrReplace(e, now)
	case "InsertOrMerge":
		return made.InsertOrMerge(e, now)
	case "Replace":
		return made.Replace(e, match, now)
	case "Merge":
		return made.Merge(e, match, now)
	}
	return "", made.Delete(e.Key, match)
}
