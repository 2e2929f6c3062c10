package script

import (
	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// useQueue does the commands on queues. They have no network in between: what
// may get lost here is the work between them.
func (r *run) useQueue() {
	c := &r.command
	if c.Verb == command.QueueCreate {
		if len(r.queues.Queues()) >= MaxQueues {
			r.mistake("There are 50 queues already, which is the most.")
			return
		}
		_, err := r.queues.Create(c.Table)
		r.refused(err)
		return
	}
	q, err := r.queues.Queue(c.Table)
	if r.refused(err) {
		return
	}
	switch c.Verb {
	case command.QueueDrop:
		r.refused(r.queues.Delete(c.Table))
	case command.QueuePut:
		m, err := q.Put(c.Text, 0, 0, r.now)
		if !r.refused(err) {
			r.messages(m)
		}
	case command.QueueGet:
		m, err := q.Get(1, c.Duration, r.now)
		if !r.refused(err) {
			r.messages(m...)
		}
	case command.QueuePeek:
		r.result.Messages, err = q.Peek(queue.MaxGet, r.now)
		r.refused(err)
	case command.QueueDelete:
		r.deleteMessage(q)
	case command.QueuePoison:
		to, err := r.queues.Queue(c.Name)
		if !r.refused(err) {
			r.result.Messages = q.Poison(c.Page, to, r.now)
		}
	}
}

// messages shows messages that the speaker now holds.
func (r *run) messages(m ...queue.Message) {
	r.result.Messages = m
	r.speaker.take(r.command.Table, m)
}

// deleteMessage deletes the message that the speaker has last put or taken.
func (r *run) deleteMessage(q *queue.Queue) {
	t, ok := r.speaker.taken[q.Name()]
	if !ok {
		r.mistake("There is no message to delete. Take one first: " + command.QueueGet.Example() + ".")
		return
	}
	r.refused(q.Delete(t.id, t.receipt, r.now))
}

// refused takes an error into the result, if there is one.
func (r *run) refused(err error) bool {
	if err != nil {
		r.refuse(err)
	}
	return err != nil
}

// useBlobs does the commands on blobs.
func (r *run) useBlobs() {
	c := &r.command
	if c.Verb == command.BlobCreate {
		if len(r.blobs.Containers()) >= MaxQueues {
			r.mistake("There are 50 containers already, which is the most.")
			return
		}
		_, err := r.blobs.Create(c.Table)
		r.refused(err)
		return
	}
	container, err := r.blobs.Container(c.Table)
	if r.refused(err) {
		return
	}
	when, ok := r.blobCondition()
	if !ok {
		return
	}
	switch c.Verb {
	case command.BlobDrop:
		r.refused(r.blobs.Delete(c.Table))
	case command.BlobPut:
		r.sawBlob(container.Put(c.Name, c.Text, "text/plain; charset=utf-8", when, r.now))
	case command.BlobGet:
		r.sawBlob(container.Get(c.Name))
	case command.BlobList:
		r.result.Blobs, _, err = container.List(c.Text, "", blob.MaxList)
		r.refused(err)
	case command.BlobDelete:
		r.refused(container.Delete(c.Name, when))
	}
}

func (r *run) sawBlob(b blob.Blob, err error) {
	if r.refused(err) {
		return
	}
	r.result.Blobs, r.result.ETag = []blob.Blob{b}, table.ETag(b.ETag)
	if len(r.speaker.blobs) >= MaxSeen {
		clear(r.speaker.blobs)
	}
	r.speaker.blobs[r.command.Table+"/"+b.Name] = b.ETag
}

// blobCondition returns what the command asks of a blob's version.
func (r *run) blobCondition() (when blob.Condition, ok bool) {
	c := &r.command
	switch {
	case c.If.New:
		return blob.Condition{NoneMatch: blob.Any}, true
	case !c.If.Seen:
		return blob.Condition{Match: blob.ETag(c.If.Tag)}, true
	}
	tag, ok := r.speaker.blobs[c.Table+"/"+c.Name]
	if !ok {
		r.mistake("The ETag of this blob is not known here. Read it first, or write: if *.")
	}
	return blob.Condition{Match: tag}, ok
}
