package access

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// causes say in a sentence why a request was refused. In them {p} stands
// for the parameter at fault, {v} for its value, {now}, {from} and {needs} for
// the time, the sender and the permissions that the request needs.
var causes = map[wire.Cause]string{
	wire.WrongVersion: "sv is {v}, and tables have signatures of their own since 2012-02-12.",
	wire.WrongSignature: "The service puts the text to sign together again from the parameters that came. Its signature is not the one in " +
		"sig, so something was changed after signing.",
	wire.NoPolicy:        "si names the policy {v}, and the table has no such policy. Without it the signature says nothing.",
	wire.GivenTwice:      "The stored policy says {p}, and the query says it again. Leave it to one of them.",
	wire.Malformed:       "{p} is missing, or its form is wrong. A right signature does not help.",
	wire.Expired:         "It is {now}, and the signature ended at {v}.",
	wire.TooEarly:        "It is {now}, and the signature begins at {v}.",
	wire.WrongAddress:    "The request comes from {from}, and sip allows {v} only.",
	wire.WrongProtocol:   "The request comes by http, and spr allows https only.",
	wire.WrongService:    "ss is {v}, and the Table service is t.",
	wire.WrongResource:   "srt is {v}. Entities are o for object, tables are c for container.",
	wire.NotDelegable:    "No signature for a table makes, lists or deletes tables. That takes one for the account, or the account key.",
	wire.WrongTable:      "The signature is for the table {v}, and the request is for another.",
	wire.WrongPermission: "sp is {v}, and this request needs {needs}.",
}

// explain says what the last request came to.
func (s *standing) explain(r AccessRequest) {
	a := s.answer
	resp := a.Message.Response
	a.Title = strconv.Itoa(resp.Status) + " " + resp.Reason
	if code := codeIn(resp.Body); resp.Status >= 400 {
		a.Title = strconv.Itoa(resp.Status) + " " + code
	}
	outside := ""
	if r.call.Verb != client.Query && r.call.Verb != client.CreateTable && s.refused == nil {
		outside = s.grant.Outside(r.call.Entity.Key)
	}
	switch {
	case s.refused != nil:
		s.explainRefusal(r)
	case outside != "":
		a.Outside, a.Parameter = true, []string{outside}
		a.Text = "The key " + r.call.Entity.Key.PartitionKey + ", " + r.call.Entity.Key.RowKey + " lies outside the range: " + outside + " is " +
			s.sent().Get(outside) + "."
		if r.call.Verb == client.Get {
			a.Text += " A read is not told so. The service says that the entity does not exist, although it does."
		}
	case resp.Status >= 400:
		a.Text = "The signature allows this request. The table does not: see the message."
	default:
		s.explainSuccess(r)
	}
}

func (s *standing) explainRefusal(r AccessRequest) {
	a, p := s.answer, s.refused.Parameter
	a.Cause = s.refused.Cause
	a.Parameter = []string{p}
	value := s.sent().Get(p)
	for _, stored := range accessPolicies[s.policy] { // what the query leaves to it
		if value == "" && s.sent().Get("si") == stored.ID {
			value = map[string]string{"se": stored.Expiry, "st": stored.Start, "sp": stored.Permissions}[p]
			a.Parameter = append(a.Parameter, "si")
		}
	}
	if name, _, changed := strings.Cut(s.changed, "="); changed && a.Cause == wire.WrongSignature {
		a.Parameter = append(a.Parameter, name)
	}
	if a.Cause == wire.GivenTwice {
		a.Parameter = append(a.Parameter, "si")
	}
	if value == "" {
		value = "empty"
	}
	a.Text = strings.NewReplacer("{p}", p, "{v}", value, "{now}", s.at.String(), "{from}", s.from, "{needs}", needsText(r.Needs)).Replace(
		causes[a.Cause])
	if a.Cause == wire.WrongSignature && len(a.Parameter) > 1 {
		a.Text += " Here it is " + a.Parameter[1] + "."
	}
}

var permissionWords = [][2]string{{"r", "read"}, {"a", "add"}, {"u", "update"}, {"d", "delete"}, {"w", "write"}, {"l", "list"},
	{"c", "create"}}

// permissionWord returns what a letter of sp stands for.
func permissionWord(letter string) string {
	return permissionWords[max(0, indexOf(permissionWords, letter))][1]
}

func needsText(letters string) string {
	var list []string
	for _, l := range strings.Split(letters, "") {
		list = append(list, l+" ("+permissionWord(l)+")")
	}
	return strings.Join(list, " and ")
}

// explainSuccess says what was read or written.
func (s *standing) explainSuccess(r AccessRequest) {
	a := s.answer
	switch r.call.Verb {
	case client.Query:
		t, err := s.tables.Table(r.call.Table, s.at)
		if err != nil {
			return
		}
		left := 0
		for _, row := range scanned(t) {
			if s.grant.Allows(row) {
				a.Returned = append(a.Returned, row)
			} else {
				left++
			}
		}
		a.Text = "The answer has " + countText(len(a.Returned)) + "."
		if left > 0 {
			a.Text = "The answer has the " + countText(len(a.Returned)) + " of the range. It does not say that " + countText(left) +
				" were left out."
		}
	case client.Get:
		a.Returned = []table.Key{r.call.Entity.Key}
		a.Text = "The key is in the range, and reading is allowed."
	case client.CreateTable:
		a.Text = "The account signature is good for containers and for creating, so the table is made."
	default:
		a.Text = "The key is in the range, and the permission is there, so the table is changed."
	}
}

// scanned returns the keys of a table in order.
func scanned(t *table.Table) []table.Key {
	var keys []table.Key
	t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, row := range rows {
			keys = append(keys, row.Key())
		}
		return true
	})
	return keys
}

// codeIn returns the code of an error, as it stands in the body.
func codeIn(body []byte) string {
	for _, open := range []string{`"code":"`, "<m:code>"} {
		if _, rest, ok := strings.Cut(string(body), open); ok {
			return rest[:strings.IndexAny(rest+`"`, `"<`)]
		}
	}
	return ""
}
