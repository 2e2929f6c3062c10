package check

import (
	"strconv"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	words "github.com/keyrange/keyrange/engine/text"
)

// judge words what an Analysis found.
type judge struct{ *Analysis }

// troubled says why rows have no key that the service takes.
func (j judge) troubled(t trouble) Finding {
	f := Finding{Kind: t.kind, Severity: Problem, Rows: t.rows, Count: t.count}
	name, template := keyName(t.rowKey), j.bound(t.rowKey).Template()
	row := "Row " + words.Number(t.rows[0]+1)
	switch t.kind {
	case MissingValue:
		f.Title = rows(t.count, "row has", "rows have") + " no " + t.name
		f.Detail = row + ": " + t.name + " is missing. Without a " + name + " a row cannot be stored."
		f.Fix = template.Forgive(t.slot, t.name, t.rowKey)
	case UnusableValue:
		f.Title = rows(t.count, "row gives", "rows give") + " no " + name
		reason := keys.RowError{Row: t.rows[0], Cause: t.cause, Name: t.name}
		f.Detail = reason.Error() + " Without a " + name + " a row cannot be stored."
	case RefusedCharacter:
		f.Title = rows(t.count, name+" holds", name+"s hold") + " a refused character"
		f.Detail = row + " gives " + shortened(t.sample) + ". The service refuses " + t.name + " in a key, so the row is not stored."
		if t.slot >= 0 {
			f.Fix = template.Clean(t.slot, t.rowKey)
		}
	case LongKey:
		f.Title = rows(t.count, name+" is", name+"s are") + " too long"
		f.Detail = row + " gives a key of " + t.name + " characters. The service allows " + strconv.Itoa(form.MaxKey) +
			", so the row is not stored."
		if t.slot >= 0 && t.room > 0 {
			f.Fix = template.Shorten(t.slot, t.room, t.rowKey)
		}
	}
	return f
}

func (j judge) duplicate() (Finding, bool) {
	d := j.duplicates
	if d.count == 0 {
		return Finding{}, false
	}
	return Finding{
		Kind: DuplicateKey, Severity: Problem, Rows: d.rows, Count: d.count, Fix: j.unique(),
		Title: rows(d.count, "row repeats", "rows repeat") + " a key",
		Detail: "Rows " + words.Number(d.first+1) + " and " + words.Number(d.rows[0]+1) + " both give " + shown(d.pk) + ", " + shown(d.rk) +
			". A table keeps one of them.",
	}, true
}

func (j judge) onePartition() (Finding, bool) {
	if len(j.partitions) != 1 || len(j.writes) < 2 {
		return Finding{}, false
	}
	return Finding{
		Kind: OnePartition, Severity: Problem, Count: len(j.writes), Fix: j.spread(),
		Title: "Everything is in one partition",
		Detail: "All " + words.Number(len(j.writes)) + " entities have the PartitionKey " + shown(j.texts.of(j.partitions[0].key)) +
			". One server takes every request, and a partition is never divided.",
	}, true
}

// hotPartition looks at the recent writes only: what was written long ago does
// not load a server now.
func (j judge) hotPartition() (Finding, bool) {
	r := j.recent()
	if len(j.partitions) < 2 || r.dated < LeastWrites {
		return Finding{}, false
	}
	hot, most := j.hottest()
	share := float64(most) / float64(len(r.newest))
	return Finding{
		Kind: HotPartition, Severity: Problem, Count: most, Fix: j.spread(),
		Title: "Hot partition",
		Detail: shown(j.texts.of(j.partitions[hot].key)) + " takes " + words.Percent(share) + " of the last " + words.Number(len(r.newest)) +
			" writes. One server takes them all, and a partition is never divided." + j.leftOut(),
	}, share >= hotShare
}

// hottest returns the partition with the most recent writes, and how many. Of
// equal ones it is the one that reaches that number first.
func (a *Analysis) hottest() (hot int32, most int) {
	taken := make(map[int32]int)
	for _, n := range a.recent().newest {
		id := a.writes[n].partition
		if taken[id]++; taken[id] > most {
			hot, most = id, taken[id]
		}
	}
	return hot, most
}

// Hottest returns the partition that takes the largest share of the recent
// writes, and that share. Where the order of arrival is not known, it is the
// share of all entities. There must be an entity.
func (a *Analysis) Hottest() (partitionKey string, share float64) {
	n := len(a.recent().newest)
	if n == 0 {
		largest := a.PartitionSizes(1)
		return largest.Top[0].PartitionKey, largest.LargestShare
	}
	hot, most := a.hottest()
	return a.texts.of(a.partitions[hot].key), float64(most) / float64(n)
}

func (j judge) largePartition() (Finding, bool) {
	if len(j.partitions) < 2 || len(j.writes) < LeastWrites {
		return Finding{}, false
	}
	largest := j.PartitionSizes(1)
	top := largest.Top[0]
	return Finding{
		Kind: LargePartition, Severity: Note, Count: top.Entities,
		Title: "Large partition",
		Detail: shown(top.PartitionKey) + " holds " + words.Percent(largest.LargestShare) + " of the " + words.Number(len(j.writes)) +
			" entities. It stays whole on one server, however large it grows.",
	}, largest.LargestShare >= largeShare
}

func (j judge) singlePartitions() (Finding, bool) {
	singles := 0
	for _, p := range j.partitions {
		if p.entities == 1 {
			singles++
		}
	}
	n := len(j.partitions)
	return Finding{
		Kind: SinglePartitions, Severity: Note, Count: singles,
		Title: "One entity per partition",
		Detail: words.Number(singles) + " of " + words.Number(n) + " partitions hold one entity. No two of these can be changed in one " +
			"transaction, and reading several of them is a read of several partitions.",
	}, n >= LeastWrites && float64(singles) >= singleShare*float64(n)
}

// rows writes "1 row repeats" or "12 rows repeat".
func rows(n int, one, many string) string { return words.Count(n, one, many) }

// shown is a key as a sentence shows it.
func shown(key string) string {
	if key == "" {
		return "'' (empty)"
	}
	return shortened(key)
}

// shortened cuts a long key in the middle.
func shortened(key string) string {
	const head, tail = 24, 12 // bytes kept at least
	if len(key) <= 2*head {
		return key
	}
	i, j := head, len(key)-tail
	for i < j && !utf8.RuneStart(key[i]) {
		i++
	}
	for j > i && !utf8.RuneStart(key[j]) {
		j--
	}
	return key[:i] + "…" + key[j:]
}
