package shown

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	screen "github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/screen/across"
	"github.com/keyrange/keyrange/app/screen/batch"
	"github.com/keyrange/keyrange/app/screen/clients"
	"github.com/keyrange/keyrange/app/screen/tokens"
	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// shelf is an endpoint at two addresses, for http and https.
type shelf struct {
	t        *testing.T
	plain    string
	secure   string
	mu       sync.Mutex
	at       table.Ticks
	limits   query.Limits
	client   string        // where requests seem to come from; "" is as it is
	received *http.Request // the last one
	body     []byte
	made     bool // the table that is put is there already
	count    int  // exchanges that were compared
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	s := &shelf{t: t}
	e, err := endpoint.New(endpoint.Options{
		Now:    func() time.Time { s.mu.Lock(); defer s.mu.Unlock(); return s.at.Time() },
		Limits: func() query.Limits { s.mu.Lock(); defer s.mu.Unlock(); return s.limits },
	})
	if err != nil {
		t.Fatal(err)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		s.received, s.body = r, body
		if s.client != "" {
			r.RemoteAddr = s.client + ":50000"
		}
		s.mu.Unlock()
		e.ServeHTTP(w, r)
	})
	listener, err := endpoint.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- endpoint.Serve(ctx, listener, handler, endpoint.Bounds{Shutdown: time.Second}) }()
	encrypted := httptest.NewTLSServer(handler) // the endpoint itself leaves encryption out
	s.plain, s.secure = listener.Addr().String(), encrypted.Listener.Addr().String()
	t.Cleanup(func() {
		encrypted.Close()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		e.Close()
	})
	return s
}

// renamed gives a text the account of the endpoint.
func renamed(text string) string {
	return strings.ReplaceAll(text, "//keyrange.table.", "//"+access.DevelopmentAccount+".table.")
}

// patience is how long an answer may take.
const patience = 30 * time.Second

// send writes a request as it is shown to a socket, with what a screen leaves
// out, and returns the answer as it came: the first line, the fields in order
// of their names, and the body.
func (s *shelf) send(r wire.Request) (status string, fields []string, body string) {
	s.t.Helper()
	r.Header, r.Body = slices.Clone(r.Header), []byte(renamed(string(r.Body)))
	if r.Header.Get("Host") == "" {
		r.Header = append(wire.Header{{Name: "Host", Value: access.DevelopmentAccount + ".table.core.windows.net"}}, r.Header...)
	}
	if r.Header.Get("Authorization") == "" && !strings.Contains(r.URL, "sig=") { // what is signed already stays
		key, _ := access.ParseSigningKey(access.DevelopmentKey)
		r.Header.Add("Authorization", access.SharedKeyLite.Sign(r, access.DevelopmentAccount, key))
	}
	if r.Method != "GET" {
		r.Header.Add("Content-Length", strconv.Itoa(len(r.Body)))
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s %s HTTP/1.1\r\n", r.Method, r.URL)
	for _, f := range r.Header {
		fmt.Fprintf(&text, "%s: %s\r\n", f.Name, f.Value)
	}
	fmt.Fprintf(&text, "\r\n%s", r.Body)
	conn := s.dial(r.Secure)
	defer conn.Close()
	written := make(chan error, 1)
	go func() { // an answer may come before all is sent
		_, err := conn.Write(text.Bytes())
		written <- err
	}()
	status, fields, body = s.read(bufio.NewReader(conn))
	conn.Close()
	<-written
	return status, fields, body
}

// short is the beginning of a text.
func short(text string, most int) string { return text[:min(len(text), most)] }

func (s *shelf) dial(secure bool) net.Conn {
	s.t.Helper()
	var conn net.Conn
	var err error
	if secure {
		conn, err = tls.Dial("tcp", s.secure, &tls.Config{InsecureSkipVerify: true})
	} else {
		conn, err = net.Dial("tcp", s.plain)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	conn.SetDeadline(time.Now().Add(patience))
	return conn
}

// framing are the fields that say how long a body is.
var framing = []string{"Transfer-Encoding", "Content-Length", "Connection"}

func (s *shelf) read(in *bufio.Reader) (status string, fields []string, body string) {
	s.t.Helper()
	line := func() string {
		text, err := in.ReadString('\n')
		if err != nil {
			s.t.Fatal(err)
		}
		return strings.TrimSuffix(text, "\r\n")
	}
	status = line()
	var source io.Reader = strings.NewReader("")
	for text := line(); text != ""; text = line() {
		name, value, _ := strings.Cut(text, ": ")
		switch {
		case name == "Transfer-Encoding":
			source = httputil.NewChunkedReader(in)
		case name == "Content-Length":
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				s.t.Fatal(err)
			}
			source = io.LimitReader(in, n)
		}
		if !slices.Contains(framing, name) {
			fields = append(fields, text)
		}
	}
	whole, err := io.ReadAll(source)
	if err != nil {
		s.t.Fatal(err)
	}
	slices.Sort(fields)
	return status, fields, string(whole)
}

var boundary = regexp.MustCompile(`(batch|changeset)response_[0-9a-f-]{36}`)

// drawn replaces what the service draws by lot.
func drawn(text string) string {
	if _, rest, ok := strings.Cut(text, "x-ms-request-id: "); ok && len(rest) >= 36 {
		text = strings.ReplaceAll(text, rest[:36], "ID")
	}
	return boundary.ReplaceAllString(text, "${1}response_")
}

// holds sends a request that is shown, and holds the endpoint to what is shown.
func (s *shelf) holds(name string, m script.Message) {
	s.t.Helper()
	s.mu.Lock()
	s.at, s.client = m.At, m.Request.Client
	s.mu.Unlock()
	status, fields, body := s.send(m.Request)
	s.checkReceived(name, m.Request)
	var shown []string
	for _, f := range m.Response.Header {
		if !slices.Contains(framing, f.Name) {
			shown = append(shown, f.Name+": "+f.Value)
		}
	}
	slices.Sort(shown)
	text := func(status string, fields []string, body string) string {
		return drawn(status + "\n" + strings.Join(fields, "\n") + "\n\n" + body)
	}
	got := text(status, fields, body)
	want := renamed(text(fmt.Sprintf("HTTP/1.1 %d %s", m.Response.Status, m.Response.Reason), shown, string(m.Response.Body)))
	if got != want {
		s.t.Errorf("%s: %s %s at %v\nthe endpoint sends\n%s\nand the screen shows\n%s", name, m.Request.Method, m.Request.URL, m.At, short(got, 3000), short(want, 3000))
	}
	s.count++
}

// checkReceived holds what reached the endpoint to what is shown: the first
// line, each field, no others than those of nature, and the body.
func (s *shelf) checkReceived(name string, shown wire.Request) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.received
	if r.Method != shown.Method || r.RequestURI != shown.URL || string(s.body) != renamed(string(shown.Body)) {
		s.t.Errorf("%s: the endpoint received %s %s\n%s", name, r.Method, r.RequestURI, short(string(s.body), 1000))
	}
	fields := r.Header.Clone()
	for _, f := range shown.Header {
		if f.Name == "Host" {
			continue // net/http keeps it apart
		}
		if got := fields.Get(f.Name); got != f.Value {
			s.t.Errorf("%s: the endpoint received %s: %q, the screen shows %q", name, f.Name, got, f.Value)
		}
		fields.Del(f.Name)
	}
	fields.Del("Authorization")
	fields.Del("Content-Length")
	if len(fields) > 0 {
		s.t.Errorf("%s: the endpoint received more fields than are shown: %v", name, fields)
	}
}

// all holds the endpoint to the messages of one command, in the order in which
// they arrived.
func (s *shelf) all(name string, list []script.Message) {
	s.t.Helper()
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b script.Message) int { return int(a.At - b.At) })
	for _, m := range list {
		switch {
		case !m.Reached && m.Response.Status != 0:
			s.t.Errorf("%s: a request that was lost has an answer", name)
		case m.Reached && m.Response.Status != http.StatusServiceUnavailable:
			s.holds(name, m)
		}
	}
}

// put makes a table at the time of its first entity, unless it is there, and
// the entities at theirs.
func (s *shelf) put(name string, entities []table.Entity) {
	s.t.Helper()
	do := func(line string, at table.Ticks) {
		c, err := command.Parse(line)
		if err != nil {
			s.t.Fatal(err)
		}
		w := script.New(1, at-script.CommandTime, nil)
		if c.Verb != command.CreateTable {
			if _, err := w.DoText("create table " + name); err != nil {
				s.t.Fatal(err)
			}
		}
		if _, err := w.Do(c); err != nil {
			s.t.Fatal(err)
		}
		m := w.Traffic(w.Len() - 1)[0]
		s.mu.Lock()
		s.at = at
		s.mu.Unlock()
		m.Request.Header.Set("x-ms-date", at.Time().Format(http.TimeFormat))
		if status, _, body := s.send(m.Request); !strings.Contains(status, " 201 ") {
			s.t.Fatalf("%s: %s %s", line, status, body)
		}
	}
	slices.SortStableFunc(entities, func(a, b table.Entity) int { return int(a.Timestamp - b.Timestamp) })
	if !s.made {
		do("create table "+name, entities[0].Timestamp)
	}
	for _, e := range entities {
		do(command.Command{Verb: command.Insert, Table: name, Key: e.Key, Properties: e.Properties}.String(), e.Timestamp)
	}
}

// log holds the endpoint to everything that a World sends from its first
// command, and to the pages that the limits of a table allow.
func (s *shelf) log(name string, w *script.World, tables ...string) {
	s.t.Helper()
	end := w.Position()
	defer w.Seek(end)
	for n := range end {
		w.Seek(n)
		if s.limits = (query.Limits{}); len(tables) > 0 {
			s.limits = w.Limits(tables[0])
		}
		w.Seek(n + 1)
		if w.Command(n).Verb == command.Import { // shows no traffic
			t, err := w.Table(w.Command(n).Table)
			if err != nil {
				s.t.Fatal(err)
			}
			s.made = true
			s.put(t.Name(), entitiesOf(t))
			continue
		}
		s.all(fmt.Sprintf("%s, %s", name, short(w.Command(n).String(), 80)), w.Traffic(n))
	}
}

func entitiesOf(t *table.Table) (list []table.Entity) {
	t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			list = append(list, r.Entity())
		}
		return true
	})
	return list
}

// counted fails when too few exchanges were compared to mean something.
func (s *shelf) counted(least int) {
	s.t.Helper()
	s.t.Logf("exchanges compared: %d", s.count)
	if s.count < least {
		s.t.Errorf("%d exchanges were compared, want %d at least", s.count, least)
	}
}

// Two clients: every story with A first, with B first and step by step, and
// every kind of step under every fault of the network (2.5, 3, 3.1, 8.1).
func TestShownClients(t *testing.T) {
	for _, story := range clients.Stories() {
		for _, order := range []string{"A", "B", "AB"} {
			t.Run(story.ID+" "+order, func(t *testing.T) {
				c := clients.NewState()
				c.Tell(story)
				for n := 0; c.CanStep(0) || c.CanStep(1); n++ {
					who := n % 2
					if order == "A" && c.CanStep(0) || !c.CanStep(1) {
						who = 0
					} else if order == "B" || !c.CanStep(0) {
						who = 1
					}
					c.Step(who)
				}
				s := newShelf(t)
				s.log(story.ID, c.World())
				s.counted(3)
			})
		}
	}
	for _, fault := range clients.NetworkNames() {
		t.Run("steps, the network "+fault[1], func(t *testing.T) {
			c := clients.NewState()
			for i, kind := range clients.TurnKindNames() {
				c.AddTurn(i%2, clients.TurnChoice{Kind: kind[0], Property: "Rating", Value: "4"})
				c.AddTurn(i%2, clients.TurnChoice{Kind: kind[0], Property: "Rating", Value: "5", Network: fault[0]})
				for c.CanStep(i % 2) {
					c.Step(i % 2)
				}
			}
			s := newShelf(t)
			s.log(fault[0], c.World())
			s.counted(10)
		})
	}
}

// Tokens: every story as it is shown, with the limits of its pages, and the
// whole reading after it (5.1 to 5.3).
func TestShownTokens(t *testing.T) {
	for _, story := range tokens.Stories() {
		t.Run(story.ID, func(t *testing.T) {
			k := tokens.NewState()
			k.Tell(story)
			k.Show()
			k.RunAll()
			s := newShelf(t)
			s.log(story.ID, k.World(), "Movies")
			s.counted(2)
			for i, page := range k.Reading.Pages() {
				if !slices.EqualFunc(k.Reading.Traffic(i), k.World().Traffic(page.Command), func(a, b script.Message) bool { return a.Request.URL == b.Request.URL }) {
					t.Errorf("page %d shows what another command sent", i+1)
				}
			}
		})
	}
}

// The batch builder: every ready batch, sent (6.1 to 6.4).
func TestShownBatch(t *testing.T) {
	for _, preset := range batch.Presets() {
		t.Run(preset.ID, func(t *testing.T) {
			b := batch.NewState()
			b.Take(preset)
			b.Send()
			m, sent := b.Message()
			if !sent {
				t.Fatal("the batch is not sent")
			}
			s := newShelf(t)
			w := b.World()
			w.Undo()
			s.log(preset.ID, w)
			w.Redo()
			s.all(preset.ID, []script.Message{m})
			s.counted(6)
		})
	}
}

// Across partitions: every way of every story, with a crash half way.
func TestShownAcross(t *testing.T) {
	for _, errand := range across.Errands() {
		for way := range errand.Ways {
			t.Run(errand.ID+" "+strconv.Itoa(way), func(t *testing.T) {
				a := across.NewState()
				a.Tell(errand, way)
				a.Order()
				for range 4 {
					a.Step()
				}
				a.Crash()
				a.Pass()
				for range 9 {
					a.Step()
				}
				s := newShelf(t)
				s.log(errand.ID, a.World())
				s.counted(3)
			})
		}
	}
}

// Access: every story, and every request with a signature that allows it and
// with one that does not, over http and https (7.1 to 7.3, 8.1).
func TestShownAccess(t *testing.T) {
	play := func(t *testing.T, name string, a *screen.State) {
		s := newShelf(t)
		w := script.New(1, script.DefaultStart-script.CommandTime, nil)
		for _, line := range screen.Setup {
			if _, err := w.DoText(line); err != nil {
				t.Fatal(err)
			}
		}
		for n := range w.Len() { // all at the same instant, as on the screen
			m := w.Traffic(n)[0]
			s.at = script.DefaultStart
			if status, _, body := s.send(m.Request); !strings.Contains(status, " 201 ") {
				t.Fatalf("%s %s", status, body)
			}
		}
		for n := 1; n <= a.Len(); n++ {
			a.Seek(n)
			if sent, refused := a.Sends(n); sent {
				m := a.Answer().Message
				if s.holds(name+", "+a.Label(n), m); refused != (m.Response.Status >= 400) {
					t.Errorf("move %d counts as refused: %v, and its answer is %d", n, refused, m.Response.Status)
				}
			}
		}
		s.counted(1)
	}
	for _, story := range screen.Stories() {
		t.Run(story.ID, func(t *testing.T) {
			a := screen.NewState()
			a.Tell(story)
			play(t, story.ID, a)
		})
	}
	for _, kind := range []string{"table", "account"} {
		for _, permissions := range []string{"raud", "r", "c"} {
			t.Run(kind+" "+permissions, func(t *testing.T) {
				a := screen.NewState()
				a.Choose("kind", kind)
				a.Choose("sp", permissions)
				a.Choose("srt", "sco")
				a.Choose("spr", "https,http")
				a.Choose("srk", "Rental_")
				for _, p := range screen.Policies {
					a.Choose("policy", p[0])
				}
				for _, via := range []string{"https", "http"} {
					a.Choose("via", via)
					for _, r := range screen.Requests() {
						a.Send(r.ID)
					}
				}
				play(t, kind, a)
			})
		}
	}
}

// The playground: pages of the query card, and the commands of the console
// (2.1 to 2.6, 4, 5).
func TestShownPlayground(t *testing.T) {
	p := design.New(0)
	p.Incoming.Import("data.csv", []byte("station,city,reading\na1,Bern,4\na2,Bern,3\na3,Bern,9\nb1,Graz,8\nb2,Graz,5\nc1,O'Hara,1\n"))
	always := func() bool { return true }
	for p.Advance(always) {
	}
	p.Keys.UseDesign(draft.Design{PartitionKey: "{city}", RowKey: "{station}"})
	for p.Advance(always) {
	}
	p.Request.AskAndRun(draft.Query{Top: -1})
	var entities []table.Entity
	for i := range 6 {
		entities = append(entities, p.Request.Result().Row(i).Entity())
	}
	seeded := func() *shelf {
		s := newShelf(t)
		s.put(model.TableName, slices.Clone(entities))
		return s
	}
	pages := seeded()
	for _, q := range []draft.Query{{Top: -1}, {Filter: "PartitionKey eq 'Bern'", Top: 1}, {Filter: "reading ge 5", Top: 2}, {Filter: "PartitionKey eq 'O''Hara'", Top: -1}} {
		p.Request.AskAndRun(q)
		p.Request.RunAll()
		for p.Advance(always) {
		}
		b := p.Workbench()
		for i := range b.Pages() {
			b.ShowPage(i)
			b.Listen()
			traffic, ok := b.Traffic()
			if !ok {
				t.Fatalf("page %d of %q is not shown", i, q.Filter)
			}
			pages.all(traffic.Command, traffic.Messages)
		}
	}
	pages.counted(7)
	console := seeded()
	b := p.Workbench()
	for _, line := range []string{
		"insert playground Bern/c9 reading=1 at=datetime'2026-01-01T00:00:00Z' name='Zürich' big=5L blob=X'00ff'", "insert playground Bern/c9", "get playground Bern/c9", "get playground Bern/none",
		"merge playground Bern/a1 reading=50 if *", "replace playground Bern/a2 reading=6 if seen", "delete playground Bern/a3 if *", "query playground top 2 where reading gt 3", "next",
		"query playground where reading gt 'x' and", "query playground select city, reading", "read playground", "batch playground { insert Graz/x1 A=1; merge Graz/b1 reading=0 if *; delete Graz/none if * }",
		"batch playground { insert Graz/x1 A=1; merge Graz/b1 reading=0 if * }", "create table Other", "create table Other", "insert Other p/'r''s%/'", "delete table Other", "insert Other p/r",
	} {
		b.Do(line)
	}
	for n := range b.Len() {
		b.ShowCommand(n)
		b.Listen()
		traffic, ok := b.Traffic()
		if !ok {
			t.Fatalf("command %d is not shown", n)
		}
		console.all(traffic.Command, traffic.Messages)
	}
	console.counted(15)
}
