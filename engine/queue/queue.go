// Package queue holds messages for workers, in virtual time, as the Queue
// service does: a message that a worker takes is hidden for a while and comes
// back unless the worker deletes it, so that work is done at least once.
//
// Read Account, which is a set of queues by name, and Queue, then Message.
//
// What always holds: a refused call changes nothing; time comes in as an
// argument and nothing here reads a clock, so the same calls give the same
// messages and receipts; a Snapshot never changes.
//
// Left out: what the patterns with tables do not need, such as updating a
// message and metadata; the text of requests; and locking: an Account belongs
// to one goroutine at a time.
package queue

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/tidwall/btree"

	"github.com/keyrange/keyrange/engine/table"
)

// Limits of the service (Put Message and Get Messages, REST reference).
const (
	MaxText           = 64 << 10          // bytes of one message
	MaxGet            = 32                // messages of one Get or Peek
	MinVisibility     = table.Second      // a taken message is hidden at least so long
	MaxVisibility     = 7 * table.Day     // and at most so long
	DefaultVisibility = 30 * table.Second // and so long unless it is said
	DefaultLife       = 7 * table.Day     // a message is gone after it unless it is said
)

// Message is one message as a worker sees it.
type Message struct {
	ID           string
	Text         string
	Inserted     table.Ticks
	Expires      table.Ticks // the largest Ticks: never
	NextVisible  table.Ticks // hidden until then
	DequeueCount int         // how often it was taken
	PopReceipt   string      // of the latest Get; "" after a Peek
}

// item is a stored message, which is never changed, so that copies of a queue
// share it.
type item struct {
	Message
	sequence uint64
}

// place is a text in whose order items stand: by the time at which they can be
// taken and, for one time, by their insertion.
func (i *item) place() string {
	signed := uint64(i.NextVisible) ^ 1<<63 // negative numbers first, as bytes
	return string(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, signed), i.sequence))
}

// Queue is one queue. The zero Queue is not ready: an Account makes it.
type Queue struct {
	name  string
	items btree.Map[string, *item] // by place
	where btree.Map[string, *item] // by ID
	last  uint64                   // sequence of the latest message

	soonest table.Ticks // no message expires before it
}

// never is later than every time that a message can have.
const never table.Ticks = math.MaxInt64

func newQueue(name string) *Queue {
	return &Queue{name: name, soonest: never}
}

// clone returns a queue with the same messages, in constant time.
func (q *Queue) clone() *Queue {
	return &Queue{q.name, *q.items.Copy(), *q.where.Copy(), q.last, q.soonest}
}

// Name returns the queue's name.
func (q *Queue) Name() string { return q.name }

// Len returns the number of messages that have not expired at now, hidden ones
// included.
func (q *Queue) Len(now table.Ticks) int {
	q.expire(now)
	return q.items.Len()
}

// Put adds a message that can be taken after delay, and returns it as its
// sender sees it. It is gone after life; 0 means DefaultLife, a negative one
// never. A text of more than MaxText bytes is refused, as is a delay that is
// negative, longer than MaxVisibility or not shorter than life.
func (q *Queue) Put(text string, delay, life, now table.Ticks) (Message, error) {
	if life == 0 {
		life = DefaultLife
	}
	switch {
	case len(text) > MaxText:
		return Message{}, refuseTooLarge()
	case delay < 0 || delay > MaxVisibility || life > 0 && delay >= life:
		return Message{}, refuseParameter("visibilitytimeout")
	}
	return q.add(text, now, now+delay, expiry(now, life)), nil
}

func expiry(now, life table.Ticks) table.Ticks {
	if life < 0 || life > never-now {
		return never
	}
	return now + life
}

// add stores a new message.
func (q *Queue) add(text string, now, visible, expires table.Ticks) Message {
	q.last++
	m := Message{ID: "m" + strconv.FormatUint(q.last, 10), Text: text, Inserted: now, Expires: expires, NextVisible: visible}
	m.PopReceipt = receipt(m)
	q.soonest = min(q.soonest, expires)
	q.set(&item{m, q.last})
	return m
}

// Get takes up to n messages, of 1 to MaxGet, and hides them for visibility, 0
// for DefaultVisibility. Each has one more in DequeueCount and a new
// PopReceipt: the one of a worker that took it before is worth nothing.
func (q *Queue) Get(n int, visibility, now table.Ticks) ([]Message, error) {
	if visibility == 0 {
		visibility = DefaultVisibility
	}
	if visibility < MinVisibility || visibility > MaxVisibility {
		return nil, refuseParameter("visibilitytimeout")
	}
	due, err := q.due(n, now)
	if err != nil {
		return nil, err
	}
	messages := make([]Message, len(due))
	for i, found := range due {
		taken := *found
		q.items.Delete(found.place())
		taken.DequeueCount++
		taken.NextVisible = now + visibility
		taken.PopReceipt = receipt(taken.Message)
		q.set(&taken)
		messages[i] = taken.Message
	}
	return messages, nil
}

// Peek returns up to n messages, of 1 to MaxGet, that could be taken at now,
// and leaves them as they are. It shows no PopReceipt.
func (q *Queue) Peek(n int, now table.Ticks) ([]Message, error) {
	due, err := q.due(n, now)
	if err != nil {
		return nil, err
	}
	messages := make([]Message, len(due))
	for i, seen := range due {
		messages[i] = seen.Message
		messages[i].PopReceipt = ""
	}
	return messages, nil
}

// Delete removes a message. The PopReceipt must be that of its latest Get (or
// of its Put, before any): a worker that took too long is refused with
// PopReceiptMismatch and its work is done twice.
func (q *Queue) Delete(id, popReceipt string, now table.Ticks) error {
	q.expire(now)
	found, ok := q.where.Get(id)
	if !ok {
		return refuseNoMessage()
	}
	if found.PopReceipt != popReceipt {
		return refuseReceipt()
	}
	q.remove(found)
	return nil
}

// Poison moves the messages that could be taken at now and were taken limit
// times or more to another queue, and returns them. Workers call it before
// Get, so that a message that they cannot do does not come back forever.
func (q *Queue) Poison(limit int, to *Queue, now table.Ticks) []Message {
	q.expire(now)
	var bad []*item
	q.items.Scan(func(_ string, i *item) bool {
		if i.NextVisible <= now && i.DequeueCount >= limit {
			bad = append(bad, i)
		}
		return i.NextVisible <= now
	})
	moved := make([]Message, len(bad))
	for i, b := range bad {
		q.remove(b)
		moved[i] = b.Message
		to.add(b.Text, now, now, expiry(now, DefaultLife))
	}
	return moved
}

// due returns the first n messages that can be taken at now.
func (q *Queue) due(n int, now table.Ticks) ([]*item, error) {
	if n < 1 || n > MaxGet {
		return nil, refuseParameter("numofmessages")
	}
	q.expire(now)
	var due []*item
	q.items.Scan(func(_ string, i *item) bool {
		if i.NextVisible > now {
			return false
		}
		due = append(due, i)
		return len(due) < n
	})
	return due, nil
}

// expire removes the messages whose life is over.
func (q *Queue) expire(now table.Ticks) {
	if now < q.soonest {
		return
	}
	var gone []*item
	q.soonest = never
	q.items.Scan(func(_ string, i *item) bool {
		if i.Expires <= now {
			gone = append(gone, i)
		} else {
			q.soonest = min(q.soonest, i.Expires)
		}
		return true
	})
	for _, i := range gone {
		q.remove(i)
	}
}

func (q *Queue) set(i *item) {
	q.items.Set(i.place(), i)
	q.where.Set(i.ID, i)
}

func (q *Queue) remove(i *item) {
	q.items.Delete(i.place())
	q.where.Delete(i.ID)
}

// receipt returns a text that differs for each taking of each message.
func receipt(m Message) string {
	return m.ID + "." + strconv.Itoa(m.DequeueCount) + "." + strconv.FormatInt(int64(m.NextVisible), 36)
}
