package wire

import (
	"strings"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// createTable is Create Table.
func (c *call) createTable() (answer, *Refusal) {
	m, err := readMembers(c.req.Body, c.service.members)
	c.service.members = m.list
	if err != nil {
		return answer{}, err
	}
	name, err := tableName(m.list)
	if err != nil {
		return answer{}, err
	}
	if _, err := c.service.Tables.Create(name, c.now); err != nil {
		return answer{}, RefusalOf(err)
	}
	a := answer{status: 201, preference: c.preference(), location: c.base + "/Tables('" + name + "')"}
	if a.preference == returnNoContent {
		a.status = 204
		return a, nil
	}
	a.contentType, a.body = c.format.contentType(), c.tableBody(name)
	return a, nil
}

// tableName finds the name of a new table among the members of the body.
func tableName(list []member) (string, *Refusal) {
	for i := range list {
		m := &list[i]
		if m.name != "TableName" {
			continue
		}
		switch m.kind {
		case encoding.String:
			return strings.Clone(m.text), nil
		case encoding.Absent, encoding.Null:
			return "", Refuse(table.PropertiesNeedValue, msgNeedValue)
		}
		return "", refuseInput()
	}
	return "", Refuse(table.PropertiesNeedValue, msgNeedValue)
}

// tableBody is the JSON of one table.
func (c *call) tableBody(name string) []byte {
	e := encoder{level: c.format.level, base: c.base, account: c.service.Name, table: "Tables"}
	to := []byte{'{'}
	if e.level > noMetadata {
		to = e.metadata(to, "/@Element")
		e.comma = true
	}
	return e.appendTable(to, name)
}

// getTable is Get Table.
func (c *call) getTable() (answer, *Refusal) {
	name := c.op.Table
	c.service.lock()
	defer c.service.unlock()
	if t, err := c.service.Tables.Table(name, c.now); err == nil {
		name = t.Name()
	} else if !isAnalytics(name) {
		return answer{}, refuseAbsent()
	}
	return answer{status: 200, contentType: c.format.contentType(), body: c.tableBody(name)}, nil
}

// deleteTable is Delete Table.
func (c *call) deleteTable() (answer, *Refusal) {
	if err := c.service.Tables.Delete(c.op.Table, c.now); err != nil {
		return answer{}, RefusalOf(err)
	}
	return answer{status: 204}, nil
}

// queryTables is Query Tables: the names in the order of their lower case,
// at most $top of them, those that match $filter.
func (c *call) queryTables() (answer, *Refusal) {
	o, err := readOptions(&c.op)
	if err != nil {
		return answer{}, err
	}
	match, err := parseTableFilter(o.filter)
	if err != nil {
		return answer{}, err
	}
	from, err := readTableToken(&c.op)
	if err != nil {
		return answer{}, err
	}
	size := query.MaxPageSize
	if o.top >= 0 {
		size = o.top
	}
	e := encoder{level: c.format.level, base: c.base, account: c.service.Name, table: "Tables", projected: o.hasSelect, selection: o.selection}
	a := answer{status: 200, contentType: c.format.contentType()}
	to := []byte{'{'}
	if e.level > noMetadata {
		to = append(e.metadata(to, ""), ',')
	}
	to = append(to, `"value":[`...)
	shown, expired := 0, c.service.Limits.Expired
	looked := false
	for _, t := range c.service.listTables() {
		if strings.ToLower(t.Name()) < from {
			continue
		}
		late := looked && expired != nil && expired()
		if looked = true; !late && !match.matches(t.Name()) {
			continue
		}
		if shown == size || late {
			if size > 0 {
				a.extra.Add("x-ms-continuation-NextTableName", tableToken(t.Name(), c.now))
			}
			break
		}
		if shown > 0 {
			to = append(to, ',')
		}
		to = append(to, '{')
		e.comma = false
		to = e.appendTable(to, t.Name())
		shown++
	}
	a.body = append(to, "]}"...)
	return a, nil
}

// listTables returns the tables as they are now. Their names never change.
func (s *Service) listTables() []*table.Table {
	s.lock()
	defer s.unlock()
	return s.Tables.Tables()
}

// tableToken names the table at which the next page starts, in the form of
// recorded answers: the lower-case name, U+0001 and 16 digits that look like a
// FILETIME.
func tableToken(name string, now table.Ticks) string {
	token := append([]byte(strings.ToLower(name)), 1)
	token = encoding.AppendHex(token, uint64(max(now-table.MinDateTime, 0)), 16) // a FILETIME counts from 1601
	return query.ContinuationToken{NextPartitionKey: string(token)}.PartitionText()
}

// readTableToken returns the lower-case name at which the page starts.
func readTableToken(op *Operation) (string, *Refusal) {
	text, ok := op.Parameter("NextTableName")
	if !ok {
		return "", nil
	}
	token, err := query.ParseToken(&text, nil)
	if err != nil {
		return "", refuseInput()
	}
	name, _, _ := strings.Cut(token.NextPartitionKey, "\x01")
	return strings.ToLower(name), nil
}

// isAnalytics reports whether a name is that of one of the tables in which the
// service keeps its metrics. They can be read by name and are not listed.
func isAnalytics(name string) bool {
	rest, ok := strings.CutPrefix(name, "$Metrics")
	if !ok {
		return false
	}
	if rest == "CapacityBlob" {
		return true
	}
	for _, period := range []string{"Hour", "Minute"} {
		for _, location := range []string{"Primary", "Secondary"} {
			kind, ok := strings.CutPrefix(rest, period+location+"Transactions")
			if ok && (kind == "Blob" || kind == "File" || kind == "Queue" || kind == "Table") {
				return true
			}
		}
	}
	return false
}
