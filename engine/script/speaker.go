package script

import (
	"maps"
	"strings"

	"github.com/tidwall/btree"

	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// speaker is who does commands, the console or a client, and what it knows.
type speaker struct {
	name    string
	policy  client.Policy
	context client.Context
	seen    btree.Map[string, *table.ETag] // by seenKey
	blobs   map[string]blob.ETag           // by container/name
	taken   map[string]taken               // by queue
	cursor  *cursor                        // of the last query; never written in place
}

// seenKey names an entity, in the order of bytes. Names of tables are told
// apart without case; no key that an entity has contains U+0000.
func seenKey(name string, k table.Key) string {
	return strings.ToLower(name) + "\x00" + k.PartitionKey + "\x00" + k.RowKey
}

// taken is the message that the speaker has last put or taken, and how it can
// delete it.
type taken struct{ id, receipt string }

// cursor is how a query goes on.
type cursor struct {
	table   string
	request query.Request // with the token of the next page; nil: there is none
}

// speaker returns the speaker with the given name, a new one if it never
// spoke, or nil when there are too many.
func (s *state) speaker(name string) *speaker {
	p := s.speakers[name]
	if p == nil && len(s.speakers) <= MaxClients {
		p = &speaker{name: name, blobs: map[string]blob.ETag{}, taken: map[string]taken{}}
		s.speakers[name] = p
	}
	return p
}

func (p *speaker) clone() *speaker {
	c := *p
	c.context = *p.context.Clone()
	c.seen = *p.seen.Copy() // shares its nodes until one is written
	c.blobs, c.taken = maps.Clone(p.blobs), maps.Clone(p.taken)
	return &c
}

// see notes an ETag that the speaker was told.
func (p *speaker) see(name string, k table.Key, tag table.ETag) {
	if p.seen.Len() >= MaxSeen {
		p.seen.Clear()
	}
	p.seen.Set(seenKey(name, k), &tag)
}

// hear notes what an answer tells about versions.
func (p *speaker) hear(call client.Call, a client.Answer) {
	if a.Refusal != nil {
		return
	}
	for _, e := range a.Entities {
		p.see(call.Table, e.Key, e.ETag())
	}
	if call.Verb != client.Get && call.Verb != client.Query && a.ETag != "" {
		p.see(call.Table, call.Entity.Key, a.ETag)
	}
	for i, tag := range a.ETags {
		if i < len(call.Changes) && tag != "" {
			p.see(call.Table, call.Changes[i].Entity.Key, tag)
		}
	}
}

// take notes the last of the messages that the speaker was given.
func (p *speaker) take(name string, messages []queue.Message) {
	if len(messages) == 0 {
		return
	}
	if len(p.taken) >= MaxQueues {
		clear(p.taken)
	}
	last := messages[len(messages)-1]
	p.taken[name] = taken{last.ID, last.PopReceipt}
}

// match returns the tag that a condition stands for. ok is false when the
// speaker has seen none.
func (p *speaker) match(name string, k table.Key, c command.Condition) (tag table.ETag, ok bool) {
	if !c.Seen {
		return c.Tag, true
	}
	seen, ok := p.seen.Get(seenKey(name, k))
	if ok {
		tag = *seen
	}
	return tag, ok
}
