package queue

import (
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Account is a set of queues by name.
type Account struct {
	queues map[string]*Queue
}

// NewAccount returns an account without queues.
func NewAccount() *Account { return &Account{queues: map[string]*Queue{}} }

// Create makes an empty queue. The name has 3 to 63 lower-case letters, digits
// and single hyphens between them (Naming queues and metadata, REST
// reference). A queue that exists is refused with QueueAlreadyExists.
func (a *Account) Create(name string) (*Queue, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	if a.queues[name] != nil {
		return nil, table.Refuse(QueueAlreadyExists, "The specified queue already exists.")
	}
	a.queues[name] = newQueue(name)
	return a.queues[name], nil
}

// Queue returns the queue with the given name, or QueueNotFound.
func (a *Account) Queue(name string) (*Queue, error) {
	if q := a.queues[name]; q != nil {
		return q, nil
	}
	return nil, table.Refuse(QueueNotFound, "The specified queue does not exist.")
}

// Delete removes a queue and its messages.
func (a *Account) Delete(name string) error {
	if _, err := a.Queue(name); err != nil {
		return err
	}
	delete(a.queues, name)
	return nil
}

// Queues returns the queues in the order of their names.
func (a *Account) Queues() []*Queue {
	queues := make([]*Queue, 0, len(a.queues))
	for _, name := range words.SortedKeys(a.queues) {
		queues = append(queues, a.queues[name])
	}
	return queues
}

// Snapshot is an account as it was at one moment; it never changes.
type Snapshot struct {
	queues map[string]*Queue
}

// Snapshot returns the account as it is now. It copies no messages: the
// queues share them until one side writes.
func (a *Account) Snapshot() Snapshot { return Snapshot{cloneAll(a.queues)} }

// Restore makes the account what it was when s was taken. Queues that were
// returned before are no longer its queues.
func (a *Account) Restore(s Snapshot) { a.queues = cloneAll(s.queues) }

func cloneAll(queues map[string]*Queue) map[string]*Queue {
	clones := make(map[string]*Queue, len(queues))
	for name, q := range queues {
		clones[name] = q.clone()
	}
	return clones
}
