package access

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// titles say what each line of the text to sign is, by the parameter that
// it comes from.
var titles = [][2]string{
	{"sv", "Version"}, {"ss", "Services"}, {"srt", "Resource types"}, {"ses", "Encryption scope"}, {"tn", "Table"},
	{"sp", "Permissions"}, {"st", "Start"}, {"se", "Expiry"}, {"resource", "Resource"}, {"si", "Stored policy"},
	{"sip", "Addresses"}, {"spr", "Protocols"}, {"spk", "First PartitionKey"}, {"srk", "First RowKey"},
	{"epk", "Last PartitionKey"}, {"erk", "Last RowKey"}, {"sig", "Signature"},
}

func titleOf(name string) string {
	if i := indexOf(titles, name); i >= 0 {
		return titles[i][1]
	}
	return ""
}

// accessTitle returns what a parameter of a signature is called.
func accessTitle(name string) string { return titleOf(name) }

// Line is one line of the text to sign, or one parameter of the query.
type Line struct {
	Name  string // of the parameter; "" for none
	Title string
	Text  string
	From  string // what it came from
	Was   string // what was signed, if something else was sent
	Wrong bool   // it is why the last request was refused
}

// Lines returns the text to sign line by line, as it was signed.
func (a *State) Lines() []Line {
	var list []Line
	for _, l := range a.now.signed().Lines(access.DevelopmentAccount) {
		line := Line{Name: l.Name, Title: titleOf(l.Name), Text: l.Text, From: l.Name, Wrong: a.wrong(l.Name)}
		switch {
		case l.Name == "":
			line.Title, line.From = "The end", "a newline behind the last field"
		case l.Name == "resource" && a.now.account:
			line.Title, line.From = "Account", "the name of the account"
		case l.Name == "resource":
			line.From, line.Wrong = "the account, and tn in lower case", a.wrong("tn")
		}
		list = append(list, line)
	}
	return list
}

// Parameters returns the query string parameter by parameter, as it is sent:
// texts are encoded.
func (a *State) Parameters() []Line {
	var list []Line
	signed, sent := parameters(a.now.signed()), parameters(a.now.sent())
	for _, name := range slices.Concat(sent, signed) {
		name, _, _ := strings.Cut(name, "=")
		if slices.ContainsFunc(list, func(l Line) bool { return l.Name == name }) {
			continue
		}
		is, was := valueIn(sent, name), valueIn(signed, name)
		line := Line{Name: name, Title: titleOf(name), Text: is, Wrong: a.wrong(name)}
		if is != was {
			line.Was = was
			if was == "" {
				line.Was = "nothing"
			}
		}
		list = append(list, line)
	}
	return list
}

func parameters(s access.SAS) []string { return strings.Split(s.Query(), "&") }

func valueIn(list []string, name string) string {
	for _, one := range list {
		if value, ok := strings.CutPrefix(one, name+"="); ok {
			return value
		}
	}
	return ""
}

// Signature returns the signature of what is chosen, and Query the whole query
// string as it is sent.
func (a *State) Signature() string { return a.now.signed().Get("sig") }

// Query returns the whole query string as it is sent.
func (a *State) Query() string { return a.now.sent().Query() }

// wrong reports whether a parameter is why the last request was refused.
func (a *State) wrong(name string) bool {
	answer := a.now.answer
	return answer != nil && !answer.Stale && slices.Contains(answer.Parameter, name)
}

// Answer returns what the last request came to, nil before the first.
func (a *State) Answer() *accessAnswer { return a.now.answer }

// check is one thing that the service looks at, in its order.
type check struct {
	Title string
	State accessState
}

// accessState is how a check went.
type accessState uint8

// The states of a check.
const (
	unchecked accessState = iota
	met
	Failed
	unreached // an earlier one failed
)

var accessChecks = []struct {
	title   string
	last    wire.Cause // that belongs to it
	account string     // the title for a signature of an account, "-" for none
}{
	{"sv is a version with such signatures", wire.WrongVersion, ""},
	{"sig is the signature of the other parameters", wire.WrongSignature, ""},
	{"The stored policy is there, and nothing is said twice", wire.GivenTwice, "-"},
	{"Nothing is missing, and every form is right", wire.Malformed, ""},
	{"Now is between st and se", wire.TooEarly, ""},
	{"The sender's address is among sip", wire.WrongAddress, ""},
	{"The protocol is among spr", wire.WrongProtocol, ""},
	{"The operation is on entities of the table tn", wire.WrongTable, "The service is among ss, the resource among srt"},
	{"The permission is among sp", wire.WrongPermission, ""},
	{"The key is from spk, srk to epk, erk", wire.WrongPermission + 1, "-"},
}

// Checks returns what the service looked at for the last request.
func (a *State) Checks() []check {
	var list []check
	answer := a.now.answer
	state := met
	if answer == nil || answer.Stale || answer.Policy {
		answer, state = nil, unchecked
	}
	for _, c := range accessChecks {
		title := c.title
		if a.now.account && c.account != "" {
			title = c.account
		}
		if title == "-" {
			continue
		}
		this := state
		if state == met && answer != nil && (answer.Cause != wire.NoCause && answer.Cause <= c.last || answer.Outside &&
			c.last > wire.WrongPermission) {
			this, state = Failed, unreached
		}
		list = append(list, check{title, this})
	}
	return list
}

// accessRow is an entity of Rentals, and whether the signature reaches it.
type accessRow struct {
	Entity   table.Entity
	Inside   bool
	Returned bool // by the last request
}

// Rows returns the entities of Rentals in key order.
func (a *State) Rows() []accessRow {
	var list []accessRow
	t, err := a.now.tables.Table(step.Rentals, a.now.at)
	if err != nil {
		return nil
	}
	grant := a.now.signed().Grant()
	t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			e := r.Entity()
			row := accessRow{Entity: e, Inside: grant.Allows(e.Key)}
			if answer := a.now.answer; answer != nil && !answer.Stale {
				row.Returned = slices.Contains(answer.Returned, e.Key)
			}
			list = append(list, row)
		}
		return true
	})
	return list
}

// countText is a number of entities.
func countText(n int) string { return text.Count(n, "entity", "entities") }
