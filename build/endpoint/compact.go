package endpoint

import (
	"fmt"

	"github.com/keyrange/keyrange/build/image"
	"github.com/keyrange/keyrange/build/oplog"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// A log is made shorter when what came after its blocks has longBytes and more
// than a quarter of theirs: then a start reads few requests, and each byte is
// written a few times at most. At the end it is worth it earlier.
const (
	longBytes    = 16 << 20
	longPart     = 4
	closingBytes = 4 << 20
)

// worthCompacting reports whether requests of the log have so many bytes, and
// enough beside the blocks.
func (e *Endpoint) worthCompacting(bytes int64) bool {
	short := e.short.Load()
	return e.log.Size()-short > max(bytes, short/longPart)
}

// compactWhenLong begins to make a long log shorter, unless somebody does.
func (e *Endpoint) compactWhenLong() {
	if e.log == nil || !e.worthCompacting(longBytes) || !e.compacting.TryLock() {
		return
	}
	go func() {
		defer e.compacting.Unlock()
		if err := e.compact(); err != nil {
			fmt.Fprintln(e.options.Warn, err)
			e.short.Store(e.log.Size()) // not again before there is much more
		}
	}()
}

// Compact puts the account as it is in place of the requests that led to it.
// Others are answered meanwhile.
func (e *Endpoint) Compact() error {
	e.compacting.Lock()
	defer e.compacting.Unlock()
	return e.compact()
}

func (e *Endpoint) compact() error {
	e.mu.Lock()
	e.rewind()
	write, err := e.shorten()
	e.mu.Unlock()
	if err != nil {
		return err
	}
	return write()
}

// compactNow is compact while nothing else is done. The lock is held.
func (e *Endpoint) compactNow() error {
	write, err := e.shorten()
	if err != nil {
		return err
	}
	return write()
}

// shorten takes the account as it is and returns what puts it into the log. The
// lock is held for the first.
func (e *Endpoint) shorten() (write func() error, err error) {
	if e.broken != nil {
		return nil, e.broken
	}
	mark, at := e.log.Mark(), e.last
	taken, settings := image.Of(e.held.tables), e.held.settings()
	return func() error { return e.putShort(mark, at, taken, settings) }, nil
}

func (e *Endpoint) putShort(mark oplog.Mark, at table.Ticks, taken image.Image, settings []setting) error {
	short, err := e.log.Compact(mark, func(put func(oplog.Record) error) error {
		if err := taken.Write(func(block []byte) error { return put(oplog.Record{At: at, Block: block}) }); err != nil {
			return err
		}
		for _, s := range settings {
			if err := put(oplog.Record{At: at, Status: s.status, Request: s.request}); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		e.short.Store(short)
	}
	return err
}

// setting is a request that makes a part of the account which is not in its
// tables, and how it is answered.
type setting struct {
	status  int
	request wire.Request
}

// settings are the policies of all tables and the properties of the service.
func (h *held) settings() []setting {
	path := "/" + access.DevelopmentAccount
	list := []setting{{202, put(path+"/?restype=service&comp=properties", h.access.PropertiesXML())}}
	for _, t := range h.tables.Tables() {
		if policies := h.access.Policies(t); len(policies) > 0 {
			list = append(list, setting{204, put(path+"/"+t.Name()+"?comp=acl", access.PoliciesXML(policies))})
		}
	}
	return list
}

func put(url string, body []byte) wire.Request {
	return wire.Request{Method: "PUT", URL: url, Body: body, Header: wire.Header{{Name: "Host", Value: "localhost"}}}
}
