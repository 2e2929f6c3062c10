package command

import (
	"slices"
	"strings"
)

// wantKind is a kind of thing that may stand at a place.
type wantKind uint8

const (
	wantNothing    wantKind = iota
	wantVerb                // any verb, or a client
	wantClientVerb          // a verb behind a client
	wantChange              // a verb of a batch
	wantWord                // one of given words
	wantTable
	wantPartition
	wantProperty // and an equals sign
	wantSelected // a property's name
	wantFilter
	wantData
	wantQueue
	wantContainer
)

// want is something that may stand from start to the end of the text.
type want struct {
	kind    wantKind
	start   int
	words   []string
	subject string // the table of the command
}

// want notes what could stand from start on, if the text ends where the
// parser is: the last word of a text that is being typed may go on.
func (p *parser) want(k wantKind, start int) { p.wanted(want{kind: k, start: start}) }

func (p *parser) wantWords(words []string, start int) {
	p.wanted(want{kind: wantWord, start: start, words: words})
}

func (p *parser) wanted(w want) {
	fresh := w.start == 0 || strings.IndexByte(" \t\n/=,;{", p.text[w.start-1]) >= 0
	if fresh && p.at == len(p.text) && p.err == nil {
		w.subject = p.subject
		p.wants = append(p.wants, w)
	}
}

// Completion is a text that may stand for the bytes from Start to End of a
// command that is being typed.
type Completion struct {
	Text       string
	Start, End int
}

// MaxCompletions is how many completions are offered at most.
const MaxCompletions = 50

// Names are the names that a completion can offer, beside the words of the
// language. Each function lists those of one kind, those with an argument the
// ones of a table.
type Names struct {
	Tables, Queues, Containers, Clients, DataSets func() []string
	Partitions, Properties                        func(table string) []string
}

// Complete returns what the word at the end of text may become: words of the
// language and names, in the order in which the language and Names list them.
func Complete(text string, names Names) []Completion {
	if len(text) > MaxCommand {
		return nil
	}
	p := &parser{lexer: lexer{text: text}}
	p.command()
	var list []Completion
	for _, want := range p.wants {
		list = names.offer(list, text, want)
	}
	return list
}

// offer appends the completions for one want.
func (n Names) offer(list []Completion, text string, w want) []Completion {
	start := w.start
	if w.kind == wantFilter {
		start = filterWord(text, start)
	}
	typed := text[start:]
	for _, c := range n.candidates(w, text) {
		known := slices.ContainsFunc(list, func(d Completion) bool { return d.Text == c })
		if len(list) < MaxCompletions && !known && c != typed && foldPrefix(c, typed) {
			list = append(list, Completion{c, start, len(text)})
		}
	}
	return list
}

func foldPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// filterWord returns where the word at the end of a filter begins.
func filterWord(text string, start int) int {
	return max(start, 1+strings.LastIndexAny(text, " ()"))
}

var filterWords = []string{"eq", "ne", "gt", "ge", "lt", "le", "and", "or", "not", "true", "false", "datetime'", "guid'", "X'"}

func (n Names) candidates(w want, text string) []string {
	switch w.kind {
	case wantWord:
		return w.words
	case wantVerb, wantClientVerb:
		return n.verbs(w.kind == wantClientVerb)
	case wantChange:
		return changeWords()
	case wantTable:
		return n.Tables()
	case wantPartition:
		return n.Partitions(w.subject)
	case wantProperty:
		return suffixed(n.Properties(w.subject), "=")
	case wantSelected:
		return append([]string{"PartitionKey", "RowKey", "Timestamp"}, n.Properties(w.subject)...)
	case wantFilter:
		return n.filterWords(w, text)
	case wantData:
		return n.DataSets()
	case wantQueue:
		return n.Queues()
	case wantContainer:
		return n.Containers()
	}
	return nil
}

// filterWords offers operators behind a name or a value and names elsewhere.
func (n Names) filterWords(w want, text string) []string {
	before := strings.Fields(text[w.start:filterWord(text, w.start)])
	if len(before) > 0 && !slices.Contains(filterWords[:9], strings.TrimLeft(before[len(before)-1], "(")) {
		return filterWords[:8]
	}
	return append(append([]string{"PartitionKey", "RowKey", "Timestamp"}, n.Properties(w.subject)...), filterWords[8:]...)
}

func (n Names) verbs(client bool) []string {
	var list []string
	for _, v := range Verbs() {
		f := &forms[v]
		if client && !f.world || !client && !f.client {
			list = append(list, f.words)
		}
	}
	if !client {
		list = append(list, suffixed(n.Clients(), ":")...)
	}
	return list
}

func changeWords() []string {
	var list []string
	for _, v := range Verbs() {
		if v.Writes() {
			list = append(list, forms[v].words)
		}
	}
	return list
}

func suffixed(names []string, suffix string) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = n + suffix
	}
	return list
}
