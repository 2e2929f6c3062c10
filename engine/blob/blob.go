// Package blob holds named blocks of bytes in containers, in virtual time, as
// the Blob service does, with versions by ETag and listing by prefix. Entities
// that are too large, and results that many share, are kept here with only
// their name in a table.
//
// Read Account, which is a set of containers by name, and Container, then
// Blob.
//
// What always holds: a refused call changes nothing; time comes in as an
// argument and nothing here reads a clock, so the same calls give the same
// blobs and ETags; a Snapshot never changes.
//
// Left out: what the patterns with tables do not need, such as blocks, pages,
// leases, and metadata; the text of requests; and locking: an Account belongs
// to one goroutine at a time.
package blob

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/btree"

	"github.com/keyrange/keyrange/engine/table"
)

// Limits of the service that this package holds to, and one of its own.
const (
	MaxName    = 1024     // characters of a name (Naming containers and blobs, REST reference)
	MaxList    = 5000     // blobs in one page of a listing (List Blobs, REST reference)
	MaxContent = 16 << 20 // bytes of one blob; the service allows more
)

// ETag is the version of a blob. It is opaque to callers.
type ETag string

// Any is the condition that every version of an existing blob meets.
const Any ETag = "*"

// Blob is one block of bytes with its name.
type Blob struct {
	Name     string
	Content  string // the bytes, as a string so that nobody can change them
	Type     string // as its writer said, such as "text/plain"
	Modified table.Ticks
	ETag     ETag
}

// Condition says which version a write may replace. The zero Condition lets
// every write pass (Specifying conditional headers for Blob service
// operations, REST reference).
type Condition struct {
	Match     ETag // If-Match: this version, or Any for some version
	NoneMatch ETag // If-None-Match: not this version, or Any for no blob
}

// Container is a set of blobs in the order of their names. The zero Container
// is not ready: an Account makes it.
type Container struct {
	name  string
	blobs btree.Map[string, *Blob] // never changed, so that copies of the container share them
}

// Name returns the container's name.
func (c *Container) Name() string { return c.name }

// Len returns the number of blobs.
func (c *Container) Len() int { return c.blobs.Len() }

// Put stores a blob, over the one with its name if the condition is met, and
// returns it as it is stored. The name has 1 to MaxName characters.
func (c *Container) Put(name, content, mediaType string, when Condition, now table.Ticks) (Blob, error) {
	switch {
	case name == "" || utf8.RuneCountInString(name) > MaxName:
		return Blob{}, table.Refuse(table.OutOfRangeInput, "The specified resource name length is not within the permissible limits.")
	case !utf8.ValidString(name):
		return Blob{}, table.Refuse(table.InvalidResourceName, "The specified resource name contains invalid characters.")
	case len(content) > MaxContent:
		return Blob{}, table.Refuse(RequestBodyTooLarge, "The request body is too large and exceeds the maximum permissible limit.")
	}
	old, exists := c.get(name)
	if err := when.check(old, exists); err != nil {
		return Blob{}, err
	}
	modified := now
	if exists {
		modified = max(now, old.Modified+1) // a version always grows
	}
	b := Blob{name, content, mediaType, modified, etagOf(modified)}
	c.blobs.Set(name, &b)
	return b, nil
}

// Get returns the blob with the given name, or BlobNotFound.
func (c *Container) Get(name string) (Blob, error) {
	b, ok := c.get(name)
	if !ok {
		return Blob{}, refuseNoBlob()
	}
	return b, nil
}

func (c *Container) get(name string) (b Blob, ok bool) {
	kept, ok := c.blobs.Get(name)
	if ok {
		b = *kept
	}
	return b, ok
}

// Delete removes a blob if the condition is met.
func (c *Container) Delete(name string, when Condition) error {
	old, exists := c.get(name)
	if !exists {
		return refuseNoBlob()
	}
	if err := when.check(old, true); err != nil {
		return err
	}
	c.blobs.Delete(name)
	return nil
}

// List returns up to n blobs, of 1 to MaxList, whose names begin with prefix,
// in the order of their names from marker (included) on. The next marker is ""
// when there are no more.
func (c *Container) List(prefix, marker string, n int) (blobs []Blob, next string, err error) {
	if n < 1 || n > MaxList {
		return nil, "", table.Refuse(OutOfRangeParameter, "The query parameter maxresults is outside the permissible range.")
	}
	c.blobs.Ascend(max(prefix, marker), func(name string, b *Blob) bool {
		switch {
		case !strings.HasPrefix(name, prefix):
			return false
		case len(blobs) == n:
			next = name
			return false
		}
		blobs = append(blobs, *b)
		return true
	})
	return blobs, next, nil
}

// check reports whether a blob, or its absence, meets the condition.
func (w Condition) check(old Blob, exists bool) error {
	switch {
	case w.NoneMatch == Any && exists:
		return table.Refuse(BlobAlreadyExists, "The specified blob already exists.")
	case w.Match != "" && !exists,
		w.Match != "" && w.Match != Any && w.Match != old.ETag,
		w.NoneMatch != "" && exists && w.NoneMatch == old.ETag:
		return table.Refuse(ConditionNotMet, "The condition specified using HTTP conditional header(s) is not met.")
	}
	return nil
}

// etagOf returns the version of a blob written at t, in the service's form.
func etagOf(t table.Ticks) ETag { return ETag(fmt.Sprintf("%q", fmt.Sprintf("0x%X", int64(t)))) }
