package access

import (
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// host is where emulators of the service, and this project's own
// endpoint, have the development account.
const host = "127.0.0.1:10002"

// standing is what follows from the moves that are done.
type standing struct {
	form     access.SAS // what is chosen, of both kinds, without a signature
	account  bool
	changed  string // NAME=VALUE, "" for nothing
	at       table.Ticks
	from     string
	http     bool
	policy   string
	tables   *table.Account
	access   *access.Control
	service  *wire.Service
	key      access.SigningKey
	grant    wire.Grant    // of the request that is under way
	refused  *wire.Refusal // of its authorisation
	answer   *accessAnswer
	outcomes []bool // of each move that was done: a request that was refused
}

// accessAnswer is a request that was sent and what came of it.
type accessAnswer struct {
	Message   script.Message
	Title     string
	Text      string
	Cause     wire.Cause
	Outside   bool     // the key lies outside the range
	Parameter []string // those at fault
	Stale     bool     // something was chosen since
	Returned  []table.Key
	Policy    bool // it stored a policy, with the key of the account
}

// newAccessState returns the account as every story finds it.
func newAccessState() *standing {
	s := &standing{at: noon, from: senders[0][0], tables: table.NewAccount()}
	s.access = access.Development(s.tables)
	s.service = wire.New(access.DevelopmentAccount, s.tables, 1)
	s.service.Administer = s.administer
	s.service.Authorize = func(req wire.Request, op wire.Operation) (wire.Grant, *wire.Refusal) {
		s.grant, s.refused = s.access.Authorize(req, op)
		return s.grant, s.refused
	}
	s.key, _ = access.ParseSigningKey(access.DevelopmentKey)
	for _, line := range Setup {
		c, err := command.Parse(line)
		if err != nil {
			panic(err) // a set-up of ours
		}
		call := client.Call{Verb: client.Insert, Table: c.Table, Entity: table.Entity{Key: c.Key, Properties: c.Properties}}
		if c.Verb == command.CreateTable {
			call.Verb = client.CreateTable
		}
		client.Direct{Tables: s.tables}.Do(call, script.DefaultStart)
	}
	for _, m := range parseMoves(defaults) {
		s.form.Set(m.Name, m.Value)
	}
	return s
}

func (s *standing) value(name string) string {
	switch name {
	case kind:
		if s.account {
			return "account"
		}
		return "table"
	case accessNow:
		return s.at.String()
	case accessFrom:
		return s.from
	case via:
		if s.http {
			return "http"
		}
		return "https"
	case change:
		return s.changed
	case accessPolicy:
		return s.policy
	}
	return s.form.Get(name)
}

// do does a move that is legal.
func (s *standing) do(m Move) {
	if s.answer != nil {
		s.answer.Stale = true
	}
	refused := false
	switch m.Name {
	case kind:
		s.account = m.Value == "account"
		s.form.Set("sp", lettersOf(s.letters(), s.form.Get("sp")))
	case accessNow:
		s.at, _ = table.ParseTicks(m.Value)
	case accessFrom:
		s.from = m.Value
	case via:
		s.http = m.Value == "http"
	case change:
		s.changed = m.Value
	case accessPolicy:
		s.policy = m.Value
		s.store()
	case accessSend:
		refused = s.send(m.Value)
	default:
		s.form.Set(m.Name, m.Value)
	}
	s.outcomes = append(s.outcomes, refused)
}

// letters are the permissions that signatures of the kind can give.
func (s *standing) letters() string {
	if s.account {
		return "rwdlacu"
	}
	return "raud"
}

// lettersOf are those of some letters that a text has, in their order.
func lettersOf(letters, text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(text, r) {
			return r
		}
		return -1
	}, letters)
}

// signed returns the signature of what is chosen.
func (s *standing) signed() access.SAS {
	sas := access.SAS{}
	names := "tn sp st se spk srk epk erk si sip spr sv"
	if s.account {
		names = "ss srt sp st se sip spr sv"
	}
	for _, name := range strings.Fields(names) {
		sas.Set(name, s.form.Get(name))
	}
	sas.Sign(access.DevelopmentAccount, s.key)
	return sas
}

// sent returns the signature as it is sent, with what was changed after
// signing.
func (s *standing) sent() access.SAS {
	sas := s.signed()
	name, value, _ := strings.Cut(s.changed, "=")
	sas.Set(name, value)
	return sas
}

// send sends a request with the signature, and reports whether it was refused.
func (s *standing) send(id string) bool {
	r, _ := accessRequest(id)
	req := s.request(script.RequestOf(r.call, s.at))
	separator := "?"
	if strings.Contains(req.URL, "?") {
		separator = "&"
	}
	req.URL += separator + s.sent().Query()
	resp := s.exchange(req)
	s.explain(r)
	return resp.Status >= 400
}

// request makes a request that of the development account.
func (s *standing) request(r wire.Request) wire.Request {
	r.URL = "/" + access.DevelopmentAccount + r.URL
	r.Header = append(wire.Header{{Name: "Host", Value: host}}, r.Header...)
	r.Client, r.Secure = s.from, !s.http
	return r
}

func (s *standing) exchange(req wire.Request) wire.Response {
	s.grant, s.refused = wire.Grant{}, nil
	resp := s.service.Serve(req, s.at)
	s.answer = &accessAnswer{Message: script.Message{Sent: s.at, Request: req, Reached: true, At: s.at, Response: resp, Heard: true}}
	return resp
}

// administer stores the chosen policy. It knows what is in the body without
// reading it: the XML reader is larger than all the rest of the page.
func (s *standing) administer(_ wire.Request, op wire.Operation) (wire.Response, *wire.Refusal) {
	t, err := s.tables.Table(op.Table, op.Now)
	if err != nil {
		return wire.Response{}, wire.Refuse(table.TableNotFound, err.Error())
	}
	return s.access.SetPolicies(t, accessPolicies[s.policy]), nil
}

// store stores the chosen policy, or removes it, with the key of the account.
func (s *standing) store() {
	body := []byte(`<?xml version="1.0" encoding="utf-8"?>`)
	policies := accessPolicies[s.policy]
	req := s.request(wire.Request{Method: "PUT", URL: "/" + step.Rentals + "?comp=acl", Body: append(body, access.PoliciesXML(policies)...)})
	req.Header.Add("x-ms-version", "2019-02-02")
	req.Header.Add("x-ms-date", s.at.Time().Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	req.Header.Add("Content-Type", "application/xml")
	req.Header.Add("Authorization", access.SharedKeyLite.Sign(req, access.DevelopmentAccount, s.key))
	s.exchange(req)
	s.answer.Policy = true
	s.answer.Title, s.answer.Text = "The policy is removed", "Every signature that names it is refused from now on. Nothing else takes a "+
		"signature back before it ends, short of a new account key."
	if len(policies) > 0 {
		s.answer.Title, s.answer.Text = "The policy is stored", "Signatures that name it in si take from it what they leave empty. The owner of "+
			"the account asks for this with the account key; at the service it may take 30 seconds to be known everywhere."
	}
}
