package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// Each story ends as the description of the service says (7.2, tables of
// failures; 7.3): with this status and code, for this reason, and the
// parameter at fault is marked.
func TestAccessStories(t *testing.T) {
	for id, want := range map[string]struct {
		title     string
		cause     wire.Cause
		parameter string // those marked
	}{
		"range":      {"200 OK", wire.NoCause, ""},
		"expired":    {"403 AuthenticationFailed", wire.Expired, "se"},
		"early":      {"403 AuthenticationFailed", wire.TooEarly, "st"},
		"permission": {"403 AuthorizationPermissionMismatch", wire.WrongPermission, "sp"},
		"outside":    {"403 AuthorizationFailure", wire.NoCause, "epk"},
		"table":      {"403 AuthorizationFailure", wire.WrongTable, "tn"},
		"tampered":   {"403 AuthenticationFailed", wire.WrongSignature, "sig epk"},
		"removed":    {"403 AuthenticationFailed", wire.NoPolicy, "si"},
		"changed":    {"403 AuthenticationFailed", wire.Expired, "se si"},
		"twice":      {"403 AuthenticationFailed", wire.GivenTwice, "sp si"},
		"protocol":   {"403 AuthorizationProtocolMismatch", wire.WrongProtocol, "spr"},
		"address":    {"403 AuthorizationSourceIPMismatch", wire.WrongAddress, "sip"},
		"version":    {"403 AuthenticationFailed", wire.WrongVersion, "sv"},
		"account":    {"403 AuthorizationResourceTypeMismatch", wire.WrongResource, "srt"},
	} {
		t.Run(id, func(t *testing.T) {
			story, ok := storyByID(id)
			if !ok {
				t.Fatal("no such story")
			}
			a := NewState()
			a.Tell(story)
			got := a.Answer()
			if got.Title != want.title || got.Cause != want.cause || strings.Join(got.Parameter, " ") != want.parameter {
				t.Errorf("got %q, %d, %q, want %q, %d, %q", got.Title, got.Cause, got.Parameter, want.title, want.cause, want.parameter)
			}
			if strings.ContainsAny(got.Text, "{}") || got.Text == "" {
				t.Errorf("the sentence is %q", got.Text)
			}
			failed := 0
			for _, c := range a.Checks() {
				if c.State == Failed {
					failed++
				}
				if c.State == unchecked {
					t.Errorf("%q was not looked at", c.Title)
				}
			}
			if refused := strings.HasPrefix(got.Title, "4"); (failed == 1) != refused || failed > 1 {
				t.Errorf("%d checks failed", failed)
			}
		})
	}
	if len(Stories()) != 14 {
		t.Errorf("%d stories, and the test knows 14", len(Stories()))
	}
}

// The lines joined with newlines are what the signature is of, as HMAC-SHA256
// with the development key in base64 (7.2, 7.3), for every story and version,
// and the query string carries exactly the parameters.
func TestAccessSignature(t *testing.T) {
	key, err := base64.StdEncoding.DecodeString(access.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	a := NewState()
	for _, s := range Stories() {
		for _, version := range []string{"2013-08-15", "2015-02-21", "2015-04-05", "2019-02-02", "2020-12-06"} {
			a.Tell(s)
			a.Choose("sv", version)
			a.Choose("srk", "Rental_ü/?")
			a.Choose(change, "")
			var lines []string
			for _, l := range a.Lines() {
				lines = append(lines, l.Text)
			}
			mac := hmac.New(sha256.New, key)
			mac.Write([]byte(strings.Join(lines, "\n")))
			want := base64.StdEncoding.EncodeToString(mac.Sum(nil))
			if a.Signature() != want {
				t.Errorf("%s with %s: got %s, want %s", s.ID, version, a.Signature(), want)
			}
			query, err := url.ParseQuery(a.Query())
			if err != nil || query.Get("sig") != want || query.Get("sv") != version {
				t.Errorf("%s: the query is %s", s.ID, a.Query())
			}
		}
	}
}

// A signature for a range of keys: a query is restricted to it without a word,
// a read outside is told that nothing is there, and a write outside is refused
// (7.2, range in effect).
func TestAccessRange(t *testing.T) {
	a := NewState()
	a.Choose("sp", "raud")
	for _, c := range []struct{ id, want string }{
		{"query", "200 OK"}, {"inside", "200 OK"}, {"outside", "404 ResourceNotFound"}, {"insert", "201 Created"}, {"insert", "409 EntityAlreadyExists"},
		{"outsert", "403 AuthorizationFailure"}, {"merge", "204 No Content"}, {"upsert", "204 No Content"}, {"delete", "204 No Content"}, {"delete", "404 ResourceNotFound"},
		{"create", "403 AuthorizationFailure"},
	} {
		if a.Send(c.id); a.Answer().Title != c.want {
			t.Errorf("%s: got %s (%s), want %s", c.id, a.Answer().Title, a.Answer().Text, c.want)
		}
	}
	a.Send("query")
	inside := 0
	for _, r := range a.Rows() {
		if r.Inside != (r.Entity.PartitionKey == "00042") || r.Inside != r.Returned {
			t.Errorf("%v: inside %v, returned %v", r.Entity.Key, r.Inside, r.Returned)
		}
		if r.Inside {
			inside++
		}
	}
	if body := string(a.Answer().Message.Response.Body); inside != 3 || strings.Contains(body, "00077") || strings.Count(body, `"PartitionKey":"00042"`) != inside {
		t.Errorf("%d entities are inside, the answer is %s", inside, body)
	}
}

// Going back along the log takes everything back, what a request changed
// included, and a choice made there takes the place of what was undone.
func TestAccessSeek(t *testing.T) {
	a := NewState()
	a.Choose("sp", "ra")
	a.Send("insert")
	before, rows := a.Len(), len(a.Rows())
	a.Seek(before - 1)
	if got := len(a.Rows()); got != rows-1 || a.Value("sp") != "ra" {
		t.Errorf("%d entities after going back, want %d", got, rows-1)
	}
	if sent, refused := a.Sends(before); !sent || refused {
		t.Errorf("the last move: sent %v, refused %v", sent, refused)
	}
	a.Seek(before)
	if got := len(a.Rows()); got != rows {
		t.Errorf("%d entities after going forward again, want %d", got, rows)
	}
	a.Seek(0)
	if a.Value("sp") != "r" || a.Answer() != nil {
		t.Error("the beginning has a choice of later")
	}
	for _, text := range []string{"2", "20", "2026"} {
		a.Choose("st", text)
	}
	if a.Len() != 1 || a.Value("st") != "2026" {
		t.Errorf("typing made %d moves, st is %q", a.Len(), a.Value("st"))
	}
	a.Send("query")
	if a.Answer().Cause != wire.TooEarly && a.Answer().Cause != wire.Malformed {
		t.Errorf("st is 2026: cause %d", a.Answer().Cause)
	}
	if a.Choose("st", ""); !a.Answer().Stale {
		t.Error("an answer is no longer that of what is chosen, and does not say so")
	}
}

// What makes no sense is refused with a sentence, and changes nothing.
func TestAccessChoose(t *testing.T) {
	a := NewState()
	n := a.Len()
	for _, m := range []Move{{"now", "soon"}, {"from", "1.2.3.4"}, {"via", "ftp"}, {"kind", "x"}, {"policy", "x"}, {"sig", "x"}, {"x", "y"}, {"", ""},
		{"spk", strings.Repeat("x", 201)}, {"spk", "a\nb"}, {"change", "x=y"}, {"change", "resource=y"}} {
		a.Choose(m.Name, m.Value)
		if a.Len() != n || a.Refusal() == "" {
			t.Errorf("%v: %d moves, refusal %q", m, a.Len(), a.Refusal())
		}
	}
	for range 2 * maxAccessMoves {
		a.Send("query")
	}
	if a.Len() != maxAccessMoves || a.Refusal() == "" {
		t.Errorf("%d moves, refusal %q", a.Len(), a.Refusal())
	}
}

// A moment in the middle of a log opens at the same place with what was undone,
// and a text that no gesture could have written is refused.
func TestAccessMoment(t *testing.T) {
	a := NewState()
	a.Choose("spk", "a=b&c")
	a.Choose("spk", "")
	a.Alter("epk")
	a.Send("insert")
	a.Seek(a.Len() - 1)
	b := NewState()
	if err := b.OpenMoment(a.Moment(func() {}), func() {}); err != nil {
		t.Fatal(err)
	}
	if b.Position() != a.Position() || b.Len() != a.Len() || b.Query() != a.Query() || b.Value("change") != "epk=00077" {
		t.Errorf("got place %d of %d and %s, want %d of %d and %s", b.Position(), b.Len(), b.Query(), a.Position(), a.Len(), a.Query())
	}
	forged := func(notes []string, lines ...string) string {
		w := script.New(1, script.DefaultStart, nil) // as links were made that are kept
		for _, line := range append([]string{"queue create " + choices}, lines...) {
			if _, err := w.DoText(line); err != nil {
				t.Fatal(err)
			}
		}
		m := script.MomentOf(w, 1, true)
		m.Screen, m.Notes = screen, notes
		return m.Text()
	}
	one := []string{"range"}
	if err := b.OpenMoment(forged(one, "queue put choices 'sp=ra'"), func() {}); err != nil || b.Value("sp") != "ra" {
		t.Errorf("a forged moment of legal moves: %v", err)
	}
	for _, text := range []string{
		forged(nil), forged([]string{"none"}), forged([]string{"range", "x"}),
		forged(one, "queue put choices 'x=y'"), forged(one, "queue put choices 'send=x'"), forged(one, "queue put choices 'sig=x'"), forged(one, "queue put choices 'now=x'"),
		forged(one, "queue put choices 'sp=r'", "advance 9h"), forged(one, "A: queue put choices 'sp=r'"), forged(one, "queue put jobs 'sp=r'"),
		forged(one, "queue put choices 'spk="+strings.Repeat("x", 300)+"'"), forged(one, slices.Repeat([]string{"queue put choices 'send=query'"}, maxAccessMoves+1)...),
	} {
		if err := b.OpenMoment(text, func() {}); err == nil || b.Value("sp") != "ra" {
			t.Errorf("%.80q: error %v", text, err)
		}
	}
}

// A forged moment of moves is refused with a sentence, and the state stays.
func TestAccessForged(t *testing.T) {
	a := NewState()
	for name, notes := range map[string][]string{
		"no branches":          {"range", "{}", "0 sp=ra\n"},
		"no move":              {"range", `{"Branches":[{"Name":"main","Tip":1}],"Next":2}`, "0 nothing\n"},
		"an illegal move":      {"range", `{"Branches":[{"Name":"main","Tip":1}],"Next":2}`, "0 sig=x\n"},
		"a parent to come":     {"range", `{"Branches":[{"Name":"main","Tip":2}],"Next":3}`, "2 sp=ra\n1 sp=r\n"},
		"a negative parent":    {"range", `{"Branches":[{"Name":"main","Tip":1}],"Next":2}`, "-1 sp=ra\n"},
		"a tip that is no one": {"range", `{"Branches":[{"Name":"main","Tip":9}],"Next":10}`, "0 sp=ra\n"},
		"a note more":          {"range", `{"Branches":[{"Name":"main","Tip":1}],"Next":2}`, "0 sp=ra\n", "x"},
		"no JSON":              {"range", "{", ""},
	} {
		before := a.Saved()
		if err := a.OpenMoment(script.Moment{Screen: screen, Notes: notes}.Text(), func() {}); err == nil || a.Saved() != before {
			t.Errorf("%s: error %v", name, err)
		}
	}
	good := script.Moment{Screen: screen, Notes: []string{"range", `{"Branches":[{"Name":"main","Tip":1,"At":1}],"At":1,"Next":2}`, "0 sp=ra\n"}}
	if err := a.OpenMoment(good.Text(), func() {}); err != nil || a.Value("sp") != "ra" || a.Position() != 1 {
		t.Errorf("a legal one: %v, sp is %q at %d", err, a.Value("sp"), a.Position())
	}
}

// Another choice in the middle of the log goes on in a branch of its own, and
// what was undone is still there. Typing on in a field is one choice.
func TestAccessBranches(t *testing.T) {
	a := NewState()
	a.Choose("sp", "ra")
	a.Send("insert")
	a.Seek(a.Len() - 1)
	for _, text := range []string{"0", "00", "00077"} {
		a.Choose("epk", text)
	}
	if got := a.Branches(); len(got) != 2 || a.Len() != 4 || a.Value("epk") != "00077" {
		t.Fatalf("branches %+v, %d moves, epk %q", got, a.Len(), a.Value("epk"))
	}
	a.Switch(script.MainBranch)
	if a.Seek(a.Len()); a.Value("epk") != "00042" || a.Answer().Title != "201 Created" {
		t.Errorf("the first branch has epk %q and %q", a.Value("epk"), a.Answer().Title)
	}
	a.Fork()
	a.Choose("epk", "1")
	if a.Switch(script.MainBranch); a.Value("epk") != "00042" {
		t.Error("typing in a branch changes another")
	}
}
