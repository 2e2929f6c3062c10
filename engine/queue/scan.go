package queue

import "github.com/keyrange/keyrange/engine/table"

// Messages returns all messages that have not expired at now, hidden ones
// included, in the order in which they can be taken, each with its latest
// PopReceipt. It is for those who look at a queue from outside: no worker can
// see this.
func (q *Queue) Messages(now table.Ticks) []Message {
	q.expire(now)
	messages := make([]Message, 0, q.items.Len())
	q.items.Scan(func(_ string, i *item) bool {
		messages = append(messages, i.Message)
		return true
	})
	return messages
}
