package load

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
)

// holder is a client that remembers what it was promised. No other client writes to
// its keys.
//
// What always holds: while no request is under way, the endpoint has for each key the
// value that it acknowledged last, or, where the last change of the key was not
// answered, that change's.
type holder struct {
	id           int
	keys         []entry
	number       int // of the last change, which is the value that it writes
	acknowledged atomic.Int64
	answered     atomic.Int64
	lost         []string // the first few keys without their value
	losses       int
	draw         *rand.Rand
	room         []byte
}

// entry is what is known of a key. The value 0 is that there is no entity.
type entry struct {
	acknowledged int
	tried        int // by the change that was not answered
	open         bool
}

const (
	holdTable     = "Hold"
	holderParts   = 100 // PartitionKeys of a client
	holderRows    = 10  // entities of each
	mostLostNamed = 3
)

// errAnswer is that the endpoint gave an answer that a client cannot go on with, and
// errLost that an acknowledged change is gone.
var (
	errAnswer = errors.New("wrong answer")
	errLost   = errors.New("lost")
)

func newHolder(id int) *holder {
	return &holder{id: id, keys: make([]entry, holderParts*holderRows), draw: rand.New(rand.NewPCG(uint64(id), 1))}
}

// work changes and reads keys until the connection is gone, and returns why it is.
func (c *holder) work(t *target) error {
	conn, err := dial(t.address)
	if err != nil {
		return err
	}
	defer conn.close()
	for err == nil {
		key := c.draw.IntN(len(c.keys))
		if c.draw.IntN(8) == 0 {
			err = c.read(conn, t, key)
		} else {
			err = c.change(conn, t, key)
		}
	}
	return fmt.Errorf("client %d: %w", c.id, err)
}

// change writes or deletes a key, and notes it when it is acknowledged.
func (c *holder) change(conn *connection, t *target, key int) error {
	e := &c.keys[key]
	c.number++
	e.tried, e.open = c.number, true
	if e.acknowledged > 0 && c.number%8 == 0 {
		e.tried = 0
	}
	status, err := conn.do(c.changeRequest(t, key))
	switch {
	case err != nil:
		return err
	case status != 204:
		return fmt.Errorf("%w: a change of %s is answered with %d", errAnswer, c.name(key), status)
	}
	e.acknowledged, e.open = e.tried, false
	c.acknowledged.Add(1)
	c.answered.Add(1)
	return nil
}

func (c *holder) changeRequest(t *target, key int) []byte {
	if c.keys[key].tried == 0 {
		c.room = append(c.path(append(c.room[:0], "DELETE "...), t, key), " HTTP/1.1\r\nIf-Match: *"...)
		c.room = append(append(c.room, "\r\nHost: "...), t.address...)
		c.room = append(c.room, "\r\nAccept: application/json\r\nx-ms-version: 2019-02-02\r\nContent-Length: 0\r\n\r\n"...)
		return c.room
	}
	c.room = c.path(append(c.room[:0], "PUT "...), t, key)
	c.room = withBody(c.room, t, jsonType, func(to []byte) []byte {
		to = strconv.AppendInt(append(to, `{"N":`...), int64(c.keys[key].tried), 10)
		return append(to, `,"Name":"A customer with a name","City":"Amsterdam","Open":true,`+
			`"Note":"some more text, so that it is not too short"}`...)
	})
	return c.room
}

// read reads a key and counts it as lost when it has not the value that it should.
func (c *holder) read(conn *connection, t *target, key int) error {
	c.room = ask(c.path(append(c.room[:0], "GET "...), t, key), t)
	status, err := conn.do(c.room)
	if err != nil {
		return err
	}
	got := 0
	switch status {
	case 404:
	case 200:
		if got, err = numberIn(conn.answer.text[conn.answer.body:]); err != nil {
			return fmt.Errorf("%w: %s: %w", errAnswer, c.name(key), err)
		}
	default:
		return fmt.Errorf("%w: a read of %s is answered with %d", errAnswer, c.name(key), status)
	}
	c.answered.Add(1)
	c.compare(key, got)
	return nil
}

// compare holds what was read of a key to the ledger, which goes on from there.
func (c *holder) compare(key, got int) {
	e := &c.keys[key]
	if got != e.acknowledged && !(e.open && got == e.tried) {
		c.losses++
		if len(c.lost) < mostLostNamed {
			c.lost = append(c.lost, fmt.Sprintf("%s has change %d instead of %d", c.name(key), got, e.acknowledged))
		}
	}
	e.acknowledged, e.open = got, false
}

// check reads all keys.
func (c *holder) check(t *target) error {
	conn, err := dial(t.address)
	if err != nil {
		return err
	}
	defer conn.close()
	for key := range c.keys {
		if err := c.read(conn, t, key); err != nil {
			return err
		}
	}
	return nil
}

// numberIn finds the value of N in an entity.
func numberIn(body []byte) (int, error) {
	_, rest, found := bytes.Cut(body, []byte(`"N":`))
	end := bytes.IndexAny(rest, ",}")
	if !found || end < 0 {
		return 0, fmt.Errorf("an entity without its number: %.200s", body)
	}
	return strconv.Atoi(string(rest[:end]))
}

// path appends the address of a key.
func (c *holder) path(to []byte, t *target, key int) []byte {
	to = append(to, "/devstoreaccount1/"+holdTable+"(PartitionKey='"...)
	to = append(c.partition(to, key), "',RowKey='"...)
	to = append(digits(to, key%holderRows, 2), "')?"...)
	return append(to, t.signature...)
}

func (c *holder) partition(to []byte, key int) []byte {
	to = digits(append(to, "client"...), c.id, 3)
	return digits(append(to, '-'), key/holderRows, 3)
}

// name is a key as a person reads it.
func (c *holder) name(key int) string {
	return string(digits(append(c.partition(nil, key), '/'), key%holderRows, 2))
}
