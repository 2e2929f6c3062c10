package access

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// The text to sign by lines: each is the value of its parameter, empty fields
// are empty lines, and only that for an account ends with a newline (7.2, 7.3).
func TestSASLines(t *testing.T) {
	for _, c := range []struct{ query, names string }{
		{"sv=2019-02-02&tn=Movies&sp=r&erk=z", "sp st se resource si sip spr sv spk srk epk erk"},
		{"sv=2013-08-15&tn=Movies&sp=r&erk=z", "sp st se resource si sv spk srk epk erk"},
		{"sv=2019-02-02&ss=t&srt=o&sp=r", "resource sp ss srt st se sip spr sv "},
		{"sv=2020-12-06&ss=t&srt=o&sp=r", "resource sp ss srt st se sip spr sv ses "},
	} {
		s := parseSAS(c.query)
		var names, texts []string
		for _, l := range s.Lines("acct") {
			names, texts = append(names, l.Name), append(texts, l.Text)
			if l.Name != "resource" && l.Text != s.Get(l.Name) {
				t.Errorf("%s: the line of %q is %q", c.query, l.Name, l.Text)
			}
		}
		if got := strings.Join(names, " "); got != c.names {
			t.Errorf("%s: got %q, want %q", c.query, got, c.names)
		}
		if got := s.stringToSign("acct"); got != strings.Join(texts, "\n") || strings.HasSuffix(got, "\n") != strings.HasSuffix(c.names, " ") {
			t.Errorf("%s: the text is %q", c.query, got)
		}
	}
}

// Setting a parameter changes it and no other, and a query is read back as it
// was written.
func TestSASQuery(t *testing.T) {
	var s SAS
	for _, name := range []string{"sv", "ss", "srt", "ses", "tn", "st", "se", "sp", "si", "sip", "spr", "spk", "srk", "epk", "erk", "sig"} {
		if !s.Set(name, name+" &=+%/ü") {
			t.Errorf("there is no %s", name)
		}
	}
	if s.Set("x", "y") || s.Get("x") != "" {
		t.Error("x is a parameter")
	}
	if got := parseSAS(s.Query()); got != s {
		t.Errorf("got %+v, want %+v", got, s)
	}
}

// Each refusal says its cause and the parameter at fault, which the service
// keeps to itself (7.2).
func TestSASCause(t *testing.T) {
	const now = "2026-11-21T12:00:00Z"
	for _, c := range []struct {
		change    string // name=value
		cause     wire.Cause
		parameter string
	}{
		{"sp=raud", wire.NoCause, ""}, {"sv=2011-08-18", wire.WrongVersion, "sv"}, {"sv=x", wire.WrongVersion, "sv"}, {"sig=x", wire.WrongSignature, "sig"}, {"si=none", wire.NoPolicy, "si"},
		{"sp=", wire.Malformed, "sp"}, {"sp=ar", wire.Malformed, "sp"}, {"se=", wire.Malformed, "se"}, {"se=x", wire.Malformed, "se"}, {"st=x", wire.Malformed, "st"}, {"spr=http", wire.Malformed, "spr"},
		{"sip=1.2.3", wire.Malformed, "sip"}, {"tn=", wire.Malformed, "tn"}, {"srk=x", wire.Malformed, "srk"}, {"erk=x", wire.Malformed, "erk"},
		{"se=" + now, wire.Expired, "se"}, {"st=2026-11-21T12:00:01Z", wire.TooEarly, "st"}, {"sip=10.0.0.1", wire.WrongAddress, "sip"}, {"spr=https", wire.WrongProtocol, "spr"},
		{"tn=Actors", wire.WrongTable, "tn"}, {"sp=aud", wire.WrongPermission, "sp"},
		{"ss=b", wire.WrongService, "ss"}, {"srt=c", wire.WrongResource, "srt"}, {"srt=o", wire.NoCause, ""},
	} {
		tables := table.NewAccount()
		a := Development(tables)
		name, value, _ := strings.Cut(c.change, "=")
		s := SAS{version: "2019-02-02", permissions: "r", expiry: "2026-11-22"}
		if name == "ss" || name == "srt" {
			s.services, s.resourceTypes = "t", "sco"
		} else {
			s.table = "Movies"
		}
		s.Set(name, value)
		if name != "sig" {
			s.Sign(a.Account, a.Keys[0])
		}
		at, _ := table.ParseTicks(now)
		list, _ := wire.ParseQuery(s.Query())
		_, refusal := a.Authorize(wire.Request{Client: "127.0.0.1"}, wire.Operation{Kind: wire.QueryEntities, Table: "Movies", Now: at, Query: list})
		cause, parameter := wire.NoCause, ""
		if refusal != nil {
			cause, parameter = refusal.Cause, refusal.Parameter
		}
		if cause != c.cause || parameter != c.parameter {
			t.Errorf("%s: got %d of %q, want %d of %q", c.change, cause, parameter, c.cause, c.parameter)
		}
	}
}

// Outside names the bound that a key lies beyond, and none exactly for the keys
// that are allowed (7.2, range in effect).
func TestGrantOutside(t *testing.T) {
	s := SAS{startPartition: "b", startRow: "2", endPartition: "d", endRow: "4"}
	whole := SAS{startPartition: "b", endPartition: "d"}
	for _, c := range []struct{ pk, rk, want, wholly string }{
		{"a", "9", "spk", "spk"}, {"b", "1", "srk", ""}, {"b", "2", "", ""}, {"c", "", "", ""}, {"d", "4", "", ""}, {"d", "5", "erk", ""}, {"e", "", "epk", "epk"},
	} {
		k := table.Key{PartitionKey: c.pk, RowKey: c.rk}
		if got := s.Grant().Outside(k); got != c.want || s.Grant().Allows(k) != (got == "") {
			t.Errorf("%v: got %q, want %q", k, got, c.want)
		}
		if got := whole.Grant().Outside(k); got != c.wholly || whole.Grant().Allows(k) != (got == "") {
			t.Errorf("%v in whole partitions: got %q, want %q", k, got, c.wholly)
		}
	}
}
