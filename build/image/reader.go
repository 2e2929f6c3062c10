package image

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// errMalformed says that bytes are no block that Write gives.
var errMalformed = errors.New("a block of an account is not of the form of this version")

// Reader puts blocks, in the order in which they were written, into an account.
type Reader struct {
	account *table.Account
	loader  *table.Loader // of the table whose entities come; nil: of none
}

// NewReader returns a Reader that fills an account.
func NewReader(a *table.Account) *Reader { return &Reader{account: a} }

// Add takes one block. The account may be used after Finish.
func (r *Reader) Add(block []byte) error {
	if len(block) == 0 {
		return errMalformed
	}
	text := string(block[1:]) // what is read of it shares this memory until it is loaded
	switch block[0] {
	case nameBlock:
		r.Finish()
		t, err := r.account.Create(text, table.MaxDateTime)
		if err != nil {
			return err
		}
		r.loader = t.NewLoader()
		return nil
	case deletionBlock:
		return r.deletion(text)
	case entitiesBlock:
		if r.loader == nil {
			return errMalformed
		}
		d := decoder{rest: text}
		return d.entities(r.loader)
	}
	return errMalformed
}

// Finish ends the table whose entities came last.
func (r *Reader) Finish() {
	if r.loader != nil {
		r.loader.Flush()
		r.loader = nil
	}
}

func (r *Reader) deletion(text string) error {
	d := decoder{rest: text}
	at := table.Ticks(d.varint())
	if d.failed {
		return errMalformed
	}
	if _, err := r.account.Create(d.rest, table.MaxDateTime); err != nil {
		return err
	}
	return r.account.Delete(d.rest, at)
}

// decoder reads what a block holds. After the first byte that makes no sense
// everything is empty, and failed says so.
type decoder struct {
	rest   string
	failed bool
	shapes [][]table.Property // without values
	types  [][]table.EdmType
}

func (d *decoder) fail() {
	d.rest, d.failed = "", true
}

func (d *decoder) entities(to *table.Loader) error {
	var e table.Entity
	for d.rest != "" {
		if d.byte() == 1 {
			e.PartitionKey = strings.Clone(d.text()) // a partition keeps its key, and should not keep the block
		}
		e.RowKey = d.text()
		at := table.Ticks(d.varint())
		d.values(&e)
		if d.failed {
			return errMalformed
		}
		if err := to.Add(&e, at); err != nil {
			return err
		}
	}
	return nil
}

// values reads the shape of an entity and its values.
func (d *decoder) values(e *table.Entity) {
	number := d.uvarint()
	if number == 0 {
		d.shape()
		number = uint64(len(d.shapes))
	}
	if d.failed || number > uint64(len(d.shapes)) {
		d.fail()
		return
	}
	e.Properties = d.shapes[number-1]
	for i, kind := range d.types[number-1] {
		e.Properties[i].Value = d.value(kind)
	}
}

func (d *decoder) shape() {
	n := d.uvarint()
	if n > table.MaxProperties {
		d.fail()
		return
	}
	properties, types := make([]table.Property, n), make([]table.EdmType, n)
	for i := range properties {
		types[i] = table.EdmType(d.byte())
		properties[i].Name = strings.Clone(d.text())
	}
	d.shapes, d.types = append(d.shapes, properties), append(d.types, types)
}

func (d *decoder) value(kind table.EdmType) table.Value {
	switch kind {
	case table.String:
		return table.StringValue(d.text())
	case table.Binary:
		return table.BinaryValue([]byte(d.text()))
	case table.Guid:
		var g [16]byte
		copy(g[:], d.take(16))
		return table.GuidValue(g)
	case table.Double:
		bits := d.take(8)
		if d.failed {
			return table.Value{}
		}
		return table.DoubleValue(math.Float64frombits(binary.LittleEndian.Uint64([]byte(bits))))
	}
	n := d.varint()
	switch kind {
	case table.Int32:
		return table.Int32Value(int32(n))
	case table.Int64:
		return table.Int64Value(n)
	case table.Boolean:
		return table.BooleanValue(n != 0)
	case table.DateTime:
		return table.DateTimeValue(table.Ticks(n))
	}
	d.fail()
	return table.Value{}
}

func (d *decoder) take(n int) string {
	if n > len(d.rest) {
		d.fail()
		return ""
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

func (d *decoder) byte() byte {
	if taken := d.take(1); taken != "" {
		return taken[0]
	}
	return 0
}

func (d *decoder) text() string {
	n := d.uvarint()
	if n > uint64(len(d.rest)) {
		d.fail()
		return ""
	}
	return d.take(int(n))
}

func (d *decoder) varint() int64 {
	u := d.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// uvarint reads a number as binary.AppendUvarint writes it.
func (d *decoder) uvarint() uint64 {
	var n uint64
	for i := range min(len(d.rest), binary.MaxVarintLen64) {
		b := d.rest[i]
		n |= uint64(b&0x7F) << (7 * i)
		if b < 0x80 {
			d.rest = d.rest[i+1:]
			return n
		}
	}
	d.fail()
	return 0
}
