package command

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// readers reads each kind of part into the command.
var readers [simulationPart + 1]func(p *parser, c *Command)

func init() { // a batch reads the parts of its changes, so the table refers to itself
	readers = [...]func(p *parser, c *Command){
		tablePart:      readTable,
		keyPart:        readKey,
		propertiesPart: readProperties,
		conditionPart:  readCondition,
		changesPart:    readChanges,
		queryPart:      readQuery,
		habitPart:      readHabit,
		tagPart:        readTag,
		templatesPart:  readTemplates,
		templatesMaybe: readTemplatesMaybe,
		dataPart:       readData,
		mergePart:      readMergeOption,
		savePart:       readSave,
		policyPart:     readPolicy,
		faultPart:      readFault,
		travelPart:     readTravel,
		durationPart:   readDuration,
		limitsPart:     readLimits,
		bordersPart:    readBorders,
		queuePart:      readQueue,
		textPart:       readText,
		containerPart:  readContainer,
		visiblePart:    readVisible,
		poisonPart:     readPoison,
		blobPart:       readBlob,
		listPart:       readList,
		matchPart:      readMatch,
		simulationPart: readSimulation,
	}
}

func readTable(p *parser, c *Command) {
	c.Table = p.nameHere(wantTable, "The name of a table belongs here.")
	p.subject = c.Table
}

// readKey reads PartitionKey/RowKey. Either may be in quotes and empty.
func readKey(p *parser, c *Command) {
	c.Key.PartitionKey = p.nameHere(wantPartition, "The PartitionKey belongs here, then a / and the RowKey. An empty one is ''.")
	if p.err != nil {
		return
	}
	if p.peek() != '/' {
		p.fail(p.at, p.tokenEnd(), "After the PartitionKey comes a / and the RowKey. A key with blanks stands in quotes, as in 'Science "+
			"fiction'/Alien.")
		return
	}
	p.at++
	c.Key.RowKey = p.nameHere(wantNothing, "The RowKey belongs here. An empty one is ''.")
}

// readProperties reads Name=value as often as it comes.
func readProperties(p *parser, c *Command) {
	for p.err == nil {
		p.space(false)
		start := p.at
		var property table.Property
		if c := p.peek(); c == '\'' || c == '"' {
			property.Name, _ = p.textHere()
		} else {
			property.Name = p.word()
			p.want(wantProperty, start)
		}
		if p.at == start || p.peek() != '=' {
			if p.err == nil {
				p.at = start
			}
			return
		}
		p.at++
		property.Value, _ = p.value()
		if len(c.Properties) == MaxProperties {
			p.fail(start, p.at, "A command sets at most 300 properties.")
		}
		c.Properties = append(c.Properties, property)
	}
}

// readCondition reads if * | if seen | if 'etag'. Without it the condition is
// *, which every version meets.
func readCondition(p *parser, c *Command) {
	c.If.Tag = table.AnyETag
	if p.keyword("if") != "" {
		c.If = p.condition("*", "seen")
	}
}

// condition reads what comes after if or etag: one of the words or a tag.
func (p *parser) condition(words ...string) Condition {
	if ch := p.peek(); ch == '\'' || ch == '"' {
		s, _ := p.textHere()
		return Condition{Tag: table.ETag(s)}
	}
	start := p.at
	word := p.word()
	p.wantWords(words, start)
	if slices.Contains(words, word) {
		switch word {
		case "*":
			return Condition{Tag: table.AnyETag}
		case "seen":
			return Condition{Seen: true}
		case "new":
			return Condition{New: true}
		}
	}
	p.failWord(start, "A condition is "+strings.Join(words, ", ")+" or an ETag in quotes.")
	return Condition{}
}

func readTag(p *parser, c *Command) {
	if p.keyword("etag") != "" {
		c.If = p.condition("*")
	}
}

func readMatch(p *parser, c *Command) {
	if p.keyword("if") != "" {
		c.If = p.condition("*", "seen", "new")
	}
}

// readChanges reads the writes of a batch, without their table.
func readChanges(p *parser, c *Command) {
	if p.peek() != '{' {
		p.fail(p.at, p.tokenEnd(), "The changes of a batch stand between { and }.")
		return
	}
	open := p.at
	p.at++
	for p.err == nil {
		p.space(true)
		switch {
		case p.at == len(p.text):
			p.fail(open, open+1, "This { has no closing }.")
		case p.peek() == '}':
			p.at++
			return
		case p.peek() == ';':
			p.at++
		default:
			p.change(c)
		}
	}
}

func (p *parser) change(batch *Command) {
	start := p.at
	c := Command{Table: batch.Table, Client: batch.Client}
	word := p.word()
	p.want(wantChange, start)
	for _, v := range Verbs() {
		if v.Writes() && forms[v].words == word {
			c.Verb = v
		}
	}
	if c.Verb == NoVerb {
		p.failWord(start, "A change is insert, replace, merge, insert-or-replace, insert-or-merge or delete.")
		return
	}
	f := forms[c.Verb]
	f.parts = f.parts[1:]
	p.parts(&f, &c)
	p.space(false)
	if next := p.peek(); p.err == nil && !p.ended() && next != ';' && next != '}' {
		p.fail(p.at, p.tokenEnd(), "This does not belong here. Changes are separated by ; or stand on lines of their own.")
	}
	if len(batch.Changes) == MaxChanges {
		p.fail(start, p.at, "A batch has at most 120 changes here, and 100 for the service.")
	}
	batch.Changes = append(batch.Changes, c)
}

// readQuery reads the options of a query; where comes last, because the filter
// goes to the end of the line.
func readQuery(p *parser, c *Command) {
	for p.err == nil {
		switch p.keyword("top", "select", "from", "where") {
		case "top":
			c.Query.Top = p.number(1_000_000, "After top comes a whole number.")
		case "select":
			c.Query.Select = p.names(wantSelected, "After select come names of properties, with a comma between two.")
		case "from":
			c.Query.Token = p.token()
		case "where":
			c.Query.Filter = p.filter()
			return
		default:
			return
		}
	}
}

// token reads a place in the key order: PartitionKey or PartitionKey/RowKey.
func (p *parser) token() *query.ContinuationToken {
	t := &query.ContinuationToken{NextPartitionKey: p.nameHere(wantPartition, "After from comes a PartitionKey, or PartitionKey/RowKey.")}
	if p.err == nil && p.peek() == '/' {
		p.at++
		t.NextRowKey, t.HasRowKey = p.nameHere(wantNothing, "The RowKey belongs here. An empty one is ''."), true
	}
	return t
}

// filter reads the rest of the line, or a text in double quotes.
func (p *parser) filter() string {
	if p.peek() == '"' {
		s, _ := p.textHere()
		return s
	}
	start := p.at
	end := strings.IndexByte(p.text[start:], '\n')
	if end < 0 {
		end = len(p.text) - start
	}
	p.at += end
	p.want(wantFilter, start)
	s := strings.TrimSpace(p.text[start:p.at])
	if s == "" {
		p.fail(start, start, "After where comes a filter, such as PartitionKey eq 'Drama' and Year gt 1960.")
	}
	return s
}

// names reads names with commas between them.
func (p *parser) names(w wantKind, message string) []string {
	var names []string
	for p.err == nil {
		start := p.at
		names = append(names, p.nameHere(w, message))
		if len(names) > MaxNames {
			p.fail(start, p.at, "A list has at most 300 names.")
		}
		before := p.at
		p.space(false)
		if p.peek() != ',' {
			p.at = before
			return names
		}
		p.at++
		p.space(false)
	}
	return names
}

func readHabit(p *parser, c *Command) {
	if p.keyword("habit") != "" {
		c.Habit = client.Habit(p.oneOf(habitWords))
	}
	if c.Habit == client.OtherFilter && p.err == nil {
		p.space(false)
		c.Text, _ = p.textHere()
	}
}

// oneOf reads one of the words and returns its place in the list.
func (p *parser) oneOf(words []string) int {
	start := p.at
	word := p.word()
	p.wantWords(words, start)
	for i, w := range words {
		if w == word {
			return i
		}
	}
	p.failWord(start, "One of these belongs here: "+strings.Join(words, ", ")+".")
	return 0
}

func readTemplatesMaybe(p *parser, c *Command) {
	before := p.at
	if p.word() == "partition" {
		p.at = before
		readTemplates(p, c)
		return
	}
	p.at = before
	p.keyword("partition")
}

func readTemplates(p *parser, c *Command) {
	for _, one := range []struct {
		word string
		to   *string
	}{{"partition", &c.PartitionKey}, {"row", &c.RowKey}} {
		if p.keyword(one.word) == "" {
			p.fail(p.at, p.tokenEnd(), "The word "+one.word+" and a key template in quotes belong here.")
			return
		}
		*one.to, _ = p.textHere()
	}
	c.Templated = true
}

func readData(p *parser, c *Command) {
	switch p.keyword("data", "csv", "json") {
	case "data":
		c.Text = p.nameHere(wantData, "The name of a data set belongs here.")
	case "csv":
		c.Format = CSV
		c.Text, _ = p.textHere()
	case "json":
		c.Format = JSON
		c.Text, _ = p.textHere()
	default:
		p.fail(p.at, p.tokenEnd(), "The data belong here: data and a name, csv and a text, or json and a text.")
	}
}
