package script

import (
	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Hash returns a number that two Worlds share when their states are equal:
// clock, draws to come, tables with all entities and names being deleted,
// queues, blobs, the network, what each speaker knows, designs, limits and
// what the last simulation came to. It is the same natively and in a browser. How the log got there does not
// matter. It reads every entity.
func (w *World) Hash() uint64 { return w.state.hash() }

// hasher is FNV-1a, 64 bits wide. Every text comes with its length, so that
// two lists of texts never run together.
type hasher uint64

func (h *hasher) byte(b byte) { *h = (*h ^ hasher(b)) * hash.Prime }

func (h *hasher) number(n uint64) {
	for shift := 0; shift < 64; shift += 8 {
		h.byte(byte(n >> shift))
	}
}

func (h *hasher) int(n int) { h.number(uint64(int64(n))) }

func (h *hasher) ticks(t table.Ticks) { h.number(uint64(t)) }

func (h *hasher) bool(b bool) {
	if b {
		h.byte(1)
	} else {
		h.byte(0)
	}
}

func (h *hasher) text(s string) {
	h.int(len(s))
	*h = hasher(hash.FNV(uint64(*h), s))
}

func (h *hasher) texts(list []string) {
	h.int(len(list))
	for _, s := range list {
		h.text(s)
	}
}

func (s *state) hash() uint64 {
	h := hasher(hash.Basis)
	h.ticks(s.now)
	h.number(s.random)
	h.tables(s.tables)
	h.messages(s)
	h.blobs(s.blobs)
	h.stage(s)
	for _, name := range words.SortedKeys(s.speakers) {
		h.speaker(s.speakers[name])
	}
	return uint64(h)
}

func (h *hasher) tables(a *table.Account) {
	tables := a.Tables()
	h.int(len(tables))
	for _, t := range tables {
		h.text(t.Name())
		h.int(t.Len())
		t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
			for _, r := range rows {
				h.entity(r.Entity())
			}
			return true
		})
	}
	deletions := a.Deletions()
	h.int(len(deletions))
	for _, d := range deletions {
		h.text(d.Name)
		h.ticks(d.At)
	}
}

func (h *hasher) entity(e table.Entity) {
	h.text(e.PartitionKey)
	h.text(e.RowKey)
	h.ticks(e.Timestamp)
	h.int(len(e.Properties))
	for _, p := range e.Properties {
		h.text(p.Name)
		h.byte(byte(p.Value.Type()))
		switch p.Value.Type() {
		case table.String, table.Binary, table.Guid:
			h.text(p.Value.Bytes())
		default:
			h.number(uint64(p.Value.Int())) // the bits, of a Double too
		}
	}
}

func (h *hasher) messages(s *state) {
	queues := s.queues.Queues()
	h.int(len(queues))
	for _, q := range queues {
		h.text(q.Name())
		messages := q.Messages(s.now)
		h.int(len(messages))
		for _, m := range messages {
			h.text(m.ID)
			h.text(m.Text)
			h.ticks(m.Inserted)
			h.ticks(m.Expires)
			h.ticks(m.NextVisible)
			h.int(m.DequeueCount)
			h.text(m.PopReceipt)
		}
	}
}

func (h *hasher) blobs(a *blob.Account) {
	containers := a.Containers()
	h.int(len(containers))
	for _, c := range containers {
		h.text(c.Name())
		h.int(c.Len())
		for marker, more := "", true; more; more = marker != "" {
			var page []blob.Blob
			page, marker, _ = c.List("", marker, blob.MaxList)
			for _, b := range page {
				h.text(b.Name)
				h.text(b.Content)
				h.text(b.Type)
				h.ticks(b.Modified)
			}
		}
	}
}

// stage takes in the network, the designs and the limits.
func (h *hasher) stage(s *state) {
	h.ticks(s.network.Travel)
	h.ticks(s.network.Timeout)
	h.int(s.network.Held())
	faults := s.network.Faults()
	h.int(len(faults))
	for _, f := range faults {
		h.byte(byte(f.Kind))
		h.ticks(f.Delay)
	}
	h.int(s.page)
	h.int(s.examined | s.size<<20) // examined has 20 bits at most
	for _, name := range words.SortedKeys(s.designs) {
		h.texts([]string{name, s.designs[name].PartitionKey, s.designs[name].RowKey})
	}
	for _, name := range words.SortedKeys(s.borders) {
		h.text(name)
		h.texts(s.borders[name])
	}
	h.simulated(s.simulated)
}

func (h *hasher) speaker(p *speaker) {
	h.text(p.name)
	h.byte(byte(p.policy))
	h.byte(byte(p.context.MergeOption))
	for _, o := range p.context.Objects() {
		h.int(o.ID)
		h.text(o.Table)
		h.entity(o.Entity)
		h.text(string(o.ETag))
		h.byte(byte(o.State))
	}
	for _, c := range p.context.Pending(0) {
		h.int(c.Object)
	}
	p.seen.Scan(func(key string, tag *table.ETag) bool {
		h.text(key)
		h.text(string(*tag))
		return true
	})
	for _, name := range words.SortedKeys(p.blobs) {
		h.texts([]string{name, string(p.blobs[name])})
	}
	for _, name := range words.SortedKeys(p.taken) {
		h.texts([]string{name, p.taken[name].id, p.taken[name].receipt})
	}
	h.cursor(p.cursor)
}

func (h *hasher) cursor(c *cursor) {
	h.bool(c != nil)
	if c == nil {
		return
	}
	h.texts([]string{c.table, c.request.Filter})
	h.texts(c.request.Select)
	h.int(c.request.Top)
	h.bool(c.request.Token != nil)
	if t := c.request.Token; t != nil {
		h.texts([]string{t.NextPartitionKey, t.NextRowKey})
		h.bool(t.HasRowKey)
	}
}
