package oplog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// Record is one request that was done, or a block of the account as it was at
// one moment. Client and Secure of the request are not kept: they are for deciding
// whether to do it.
type Record struct {
	At      table.Ticks // the time that the request was done with
	Status  int         // of the answer, 0 for a block
	Request wire.Request
	Block   []byte // nil for a request
}

// A log begins with magic. Each record follows the one before, all numbers
// little-endian:
//
//	4 bytes  length of the content
//	4 bytes  CRC-32C of the content
//	content  At as 8 bytes, Status as 2, then texts, each behind its length
//	         as a varint: verb, URL, body, and name and value of each field; of
//	         a block, whose Status is 0, its bytes instead
//
// A log of version 1, magicOfRequests, has no blocks; it may be read and appended
// to.
const (
	magic           = "keyrange operation log, version 2\n"
	magicOfRequests = "keyrange operation log, version 1\n"
)

// frameBytes is the length of what stands before the content of a record.
const frameBytes = 8

// fixedBytes is the length of what a content begins with.
const fixedBytes = 10

// MaxRecord is the largest content of a record: the largest body with room
// for the URL and the header.
const MaxRecord = wire.MaxBody + 2<<20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendRecord appends a record with its frame.
func appendRecord(to []byte, r Record) ([]byte, error) {
	start := len(to)
	to = append(to, make([]byte, frameBytes)...)
	to = binary.LittleEndian.AppendUint64(to, uint64(r.At))
	to = binary.LittleEndian.AppendUint16(to, uint16(r.Status))
	if r.Block != nil {
		to = append(to, r.Block...)
	} else {
		to = appendRequest(to, r.Request)
	}
	content := to[start+frameBytes:]
	if len(content) > MaxRecord {
		return to[:start], fmt.Errorf("a request of %d bytes is too large for the log", len(content))
	}
	binary.LittleEndian.PutUint32(to[start:], uint32(len(content)))
	binary.LittleEndian.PutUint32(to[start+4:], crc32.Checksum(content, castagnoli))
	return to, nil
}

func appendRequest(to []byte, r wire.Request) []byte {
	to = appendText(to, r.Method)
	to = appendText(to, r.URL)
	to = appendText(to, r.Body)
	for _, f := range r.Header {
		to = appendText(appendText(to, f.Name), f.Value)
	}
	return to
}

func appendText[T string | []byte](to []byte, text T) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// parseRecord reads the content of a record. The record shares its memory.
func parseRecord(content []byte) (Record, error) {
	if len(content) < fixedBytes {
		return Record{}, errMalformed
	}
	r := Record{At: table.Ticks(binary.LittleEndian.Uint64(content)), Status: int(binary.LittleEndian.Uint16(content[8:]))}
	if r.Status == 0 {
		r.Block = content[fixedBytes:]
		return r, nil
	}
	texts := texts{rest: content[fixedBytes:]}
	r.Request.Method = string(texts.next())
	r.Request.URL = string(texts.next())
	r.Request.Body = texts.next()
	for len(texts.rest) > 0 && !texts.failed {
		r.Request.Header.Add(string(texts.next()), string(texts.next()))
	}
	if texts.failed {
		return Record{}, errMalformed
	}
	return r, nil
}

var errMalformed = errors.New("a record is not of the form of this version")

// texts are what a content holds behind its fixed part.
type texts struct {
	rest   []byte
	failed bool
}

func (t *texts) next() []byte {
	n, used := binary.Uvarint(t.rest)
	if used <= 0 || n > uint64(len(t.rest)-used) {
		t.rest, t.failed = nil, true
		return nil
	}
	text := t.rest[used : used+int(n)]
	t.rest = t.rest[used+int(n):]
	return text
}
