// Package fault is what an endpoint does wrong on purpose, so that a program can
// prove that it copes: answers that get lost, requests that never come, delays,
// errors of the service, and a rival that writes in between.
//
// Read Rule first, which is one line of text, then Book, which decides request by
// request.
//
// What always holds: the same rules, the same seed and the same requests in the
// same order give the same faults; a request has at most one fault, that of the
// first rule that takes it.
//
// Left out: doing what a fault says, which is up to who answers requests.
package fault

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// Kind is what goes wrong.
type Kind string

// The kinds of faults.
const (
	LostResponse Kind = "lost-response" // done, and the connection ends without an answer
	LostRequest  Kind = "lost-request"  // not done, and the connection ends without an answer
	Reset        Kind = "reset"         // not done, and the connection is reset
	HalfResponse Kind = "half-response" // done, and the connection ends in the middle of the answer
	Delay        Kind = "delay"         // done after a while
	Internal     Kind = "500"           // InternalError
	Busy         Kind = "503"           // ServerBusy
	Timeout      Kind = "timeout"       // OperationTimedOut
	Rival        Kind = "rival"         // another client writes the entity first
	Skew         Kind = "skew"          // the service's clock is wrong when it looks at the signature

	// These are for an endpoint whose requests wait for a model of the service.
	Throttle     Kind = "throttle"      // ServerBusy for the range that holds a key
	SplitRange   Kind = "split"         // the range that holds a key is split there
	MoveRange    Kind = "move"          // the range that holds a key goes to a server
	FailServer   Kind = "fail-server"   // a server fails
	ReviveServer Kind = "revive-server" // it is back
)

var kinds = []Kind{LostResponse, LostRequest, Reset, HalfResponse, Delay, Internal, Busy, Timeout, Rival, Skew,
	Throttle, SplitRange, MoveRange, FailServer, ReviveServer}

// Models reports whether a fault is one of the model of the service.
func (k Kind) Models() bool { return slices.Index(kinds, k) >= slices.Index(kinds, Throttle) }

// Deed reports whether a fault is done to the model, and the request that meets it
// goes on: it happens once unless the rule says how often.
func (k Kind) Deed() bool { return k.Models() && k != Throttle }

// The bounds on rules.
const (
	MaxRules = 100
	MaxText  = 64 << 10
	MaxDelay = 10 * time.Minute
)

// Rule is one line, such as
//
//	lost-response op=insert table=Orders from=Bern to=Oslo share=0.5 after=2 count=1
//	503 op=query count=3
//	delay for=2s op=write
//	500 done op=insert
//	throttle table=Orders key=Bern share=0.5
//	fail-server server=3 after=1000
//
// A part that is missing restricts nothing.
type Rule struct {
	Kind   Kind
	Op     string        // of Operations
	Table  string        // without regard to case
	From   string        // the first PartitionKey that it is for
	To     string        // the first one after From that it is not for, "" for none
	Share  float64       // of the requests that it is for, 1 for all
	After  int           // it begins after so many of them
	Count  int           // and ends after so many faults, 0 for never
	For    time.Duration // the length of a delay, or how far the clock is off
	Key    string        // a PartitionKey of the range that it is about
	Server int           // that it is about
	Done   bool          // an error of the service comes after the request was done all the same

	text string
}

// String returns the rule as it was written.
func (r Rule) String() string { return r.text }

// operations are the names of what a request asks for, and the groups of them.
var operations = map[string][]wire.Kind{
	"insert":         {wire.InsertEntity},
	"update":         {wire.UpdateEntity},
	"merge":          {wire.MergeEntity},
	"upsert":         {wire.InsertOrReplaceEntity, wire.InsertOrMergeEntity},
	"delete":         {wire.DeleteEntity},
	"get":            {wire.GetEntity},
	"query":          {wire.QueryEntities},
	"batch":          {wire.EntityGroupTransaction},
	"create-table":   {wire.CreateTable},
	"delete-table":   {wire.DeleteTable},
	"query-tables":   {wire.QueryTables},
	"read":           {wire.GetEntity, wire.QueryEntities, wire.QueryTables, wire.GetTable},
	"conditional":    {wire.UpdateEntity, wire.MergeEntity, wire.DeleteEntity},
	"administration": {wire.GetTableACL, wire.SetTableACL, wire.GetServiceProperties, wire.SetServiceProperties, wire.GetServiceStats},
	"write": {wire.InsertEntity, wire.UpdateEntity, wire.MergeEntity, wire.InsertOrReplaceEntity, wire.InsertOrMergeEntity, wire.DeleteEntity,
		wire.EntityGroupTransaction, wire.CreateTable, wire.DeleteTable},
}

// Operations returns the names that a rule may have, in order.
func Operations() []string {
	names := make([]string, 0, len(operations))
	for name := range operations {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ParseRule reads one rule. The error says in one sentence what is wrong.
func ParseRule(text string) (Rule, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Rule{}, fmt.Errorf("a rule begins with what goes wrong: %s", names())
	}
	r := Rule{Kind: Kind(words[0]), Share: 1, Server: -1, text: strings.Join(words, " ")}
	if !slices.Contains(kinds, r.Kind) {
		return Rule{}, fmt.Errorf("%q is no fault: use %s", words[0], names())
	}
	for _, word := range words[1:] {
		if err := r.set(word); err != nil {
			return Rule{}, fmt.Errorf("%q: %w", text, err)
		}
	}
	if r.Kind.Deed() && r.Count == 0 {
		r.Count = 1
	}
	return r, r.check()
}

func names() string {
	list := make([]string, len(kinds))
	for i, k := range kinds {
		list[i] = string(k)
	}
	return strings.Join(list, ", ")
}

// set takes over one part of a rule.
func (r *Rule) set(word string) (err error) {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "op":
		if r.Op = value; operations[value] == nil {
			err = fmt.Errorf("there is no operation %q: use %s", value, strings.Join(Operations(), ", "))
		}
	case "table":
		r.Table = value
	case "from":
		r.From = value
	case "to":
		r.To = value
	case "share":
		if r.Share, err = strconv.ParseFloat(value, 64); err != nil || !(r.Share >= 0 && r.Share <= 1) {
			err = fmt.Errorf("share is a number from 0 to 1")
		}
	case "after":
		r.After, err = count(name, value)
	case "count":
		r.Count, err = count(name, value)
	case "key":
		r.Key = value
	case "server":
		r.Server, err = count(name, value)
	case "for":
		if r.For, err = time.ParseDuration(value); err != nil {
			err = fmt.Errorf("for is a time such as 500ms or 20m")
		}
	case "done":
		r.Done = true
	default:
		err = fmt.Errorf("%q is not understood: use op, table, from, to, key, server, share, after, count, for or done", name)
	}
	return err
}

func count(name, value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%s is a number such as 3", name)
	}
	return n, nil
}

// check refuses parts that do not go together.
func (r Rule) check() error {
	timed := r.Kind == Delay || r.Kind == Skew
	switch {
	case timed && r.For == 0:
		return fmt.Errorf("%q needs for, a time such as for=500ms", r.text)
	case !timed && r.For != 0:
		return fmt.Errorf("%q: only delay and skew have for", r.text)
	case r.Kind == Delay && (r.For < 0 || r.For > MaxDelay):
		return fmt.Errorf("%q: a delay lasts up to %v", r.text, MaxDelay)
	case r.Done && r.Kind != Internal && r.Kind != Busy && r.Kind != Timeout:
		return fmt.Errorf("%q: only 500, 503 and timeout can come after the request was done", r.text)
	}
	return r.checkModel()
}

// checkModel refuses what a fault of the model lacks, and what no other has.
func (r Rule) checkModel() error {
	keyed := r.Kind == Throttle || r.Kind == SplitRange || r.Kind == MoveRange
	placed := r.Kind == MoveRange || r.Kind == FailServer || r.Kind == ReviveServer
	switch {
	case keyed && (r.Table == "" || r.Key == ""):
		return fmt.Errorf("%q needs a table and a key, such as table=Orders key=Bern", r.text)
	case !keyed && r.Key != "":
		return fmt.Errorf("%q: only throttle, split and move have a key", r.text)
	case placed && r.Server < 0:
		return fmt.Errorf("%q needs a server, such as server=3", r.text)
	case !placed && r.Server >= 0:
		return fmt.Errorf("%q: only move, fail-server and revive-server have a server", r.text)
	}
	return nil
}

// ParseRules reads rules, one a line. Empty lines and those that begin with # say
// nothing.
func ParseRules(text string) ([]Rule, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("rules have at most %d bytes", MaxText)
	}
	var rules []Rule
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		r, err := ParseRule(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		if len(rules) == MaxRules {
			return nil, fmt.Errorf("there can be %d rules", MaxRules)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// isFor reports whether a rule is for an operation.
func (r Rule) isFor(op wire.Operation) bool {
	if r.Op != "" && !slices.Contains(operations[r.Op], op.Kind) || r.Table != "" && !strings.EqualFold(r.Table, op.Table) {
		return false
	}
	if r.From == "" && r.To == "" {
		return true
	}
	return op.HasKey && table.CompareUTF16(op.Key.PartitionKey, r.From) >= 0 &&
		(r.To == "" || table.CompareUTF16(op.Key.PartitionKey, r.To) < 0)
}
