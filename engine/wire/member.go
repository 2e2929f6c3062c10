package wire

import (
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// member is one property in a request: its value, its annotation, or both,
// which may come in either order.
type member struct {
	name      string
	kind      encoding.Kind // Absent while only the annotation was read
	text      string
	typeName  string // of the annotation
	annotated bool
}

const typeSuffix = "@odata.type"

// members is what a JSON object holds, without what the service ignores.
type members struct {
	list  []member
	index map[string]int // of list, once it is long
}

// longList is the number of members from which on they are indexed.
const longList = 40

// find returns the member with the given name, or a new one.
func (m *members) find(name string) *member {
	if n := len(m.list); n > 0 && m.list[n-1].name == name {
		return &m.list[n-1]
	}
	if i, ok := m.lookup(name); ok {
		return &m.list[i]
	}
	m.list = append(m.list, member{name: name})
	if m.index != nil {
		m.index[name] = len(m.list) - 1
	}
	return &m.list[len(m.list)-1]
}

func (m *members) lookup(name string) (int, bool) {
	if m.index == nil && len(m.list) >= longList {
		m.index = make(map[string]int, 4*longList)
		for i := range m.list {
			m.index[m.list[i].name] = i
		}
	}
	if m.index != nil {
		i, ok := m.index[name]
		return i, ok
	}
	for i := range m.list {
		if m.list[i].name == name {
			return i, true
		}
	}
	return 0, false
}

// readMembers reads a JSON object. Members that begin with "odata.", and
// annotations other than of the type, are ignored. A name that comes twice is
// refused with DuplicatePropertiesSpecified, anything that is not a JSON
// object with InvalidInput.
func readMembers(body []byte, room []member) (members, *Refusal) {
	text := string(body)
	if !utf8.ValidString(text) {
		return members{list: room[:0]}, refuseProcessing()
	}
	m := members{list: room[:0]}
	r := encoding.Reader{Text: text}
	r.Open()
	for n := 0; ; n++ {
		name, more := r.Next(n == 0)
		if !more {
			break
		}
		if n == MaxMembers {
			return m, Refuse(table.TooManyProperties, msgTooMany)
		}
		kind, value := r.Value()
		if r.Failed {
			break
		}
		if err := m.add(name, kind, value); err != nil {
			return m, err
		}
	}
	if r.Failed {
		return m, refuseProcessing()
	}
	return m, nil
}

const msgTooMany = "The entity contains more properties than allowed. Each entity can include up to 252 properties to store data. Each " +
	"entity also has 3 system properties."

// add notes one member as it was read.
func (m *members) add(name string, kind encoding.Kind, text string) *Refusal {
	if strings.HasPrefix(name, "odata.") {
		return nil
	}
	at := strings.IndexByte(name, '@')
	if at >= 0 && strings.HasPrefix(name[at:], "@odata.") {
		if name[at:] == typeSuffix {
			of := m.find(name[:at])
			of.annotated = true
			if kind == encoding.String {
				of.typeName = text
			}
		}
		return nil
	}
	of := m.find(name)
	if of.kind != encoding.Absent {
		return Refuse(table.DuplicatePropertiesSpecified, msgDuplicate)
	}
	of.kind, of.text = kind, text
	return nil
}

// entity makes an entity of the members. Its key is read where the body names
// the entity, in an insert; else what is there is ignored.
func (m *members) entity(e *table.Entity, insert bool) *Refusal {
	var partition, row bool
	for i := range m.list {
		p := &m.list[i]
		var err *Refusal
		switch p.name {
		case "PartitionKey":
			partition, err = p.key(&e.PartitionKey, insert)
		case "RowKey":
			row, err = p.key(&e.RowKey, insert)
		case "Timestamp":
		default:
			err = p.property(e)
		}
		if err != nil {
			return err
		}
	}
	if insert && !(partition && row) {
		return Refuse(table.PropertiesNeedValue, msgNeedValue)
	}
	return nil
}

// key reads one half of the key of an insert and reports whether it is there.
func (p *member) key(to *string, insert bool) (bool, *Refusal) {
	if !insert {
		return false, nil
	}
	if p.annotated && p.typeName != table.String.String() {
		return false, refuseInput()
	}
	switch p.kind {
	case encoding.String:
		*to = strings.Clone(p.text) // a partition keeps its key, and should not keep the request
		return true, nil
	case encoding.Null, encoding.Absent:
		return false, nil
	}
	return false, refuseInput()
}

func (p *member) property(e *table.Entity) *Refusal {
	if p.kind == encoding.Absent {
		return nil
	}
	v, ok := p.value()
	if !ok {
		return refuseProcessing()
	}
	e.Properties = append(e.Properties, table.Property{Name: p.name, Value: v})
	return nil
}
