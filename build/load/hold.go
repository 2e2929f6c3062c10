package load

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/keyrange/keyrange/engine/text"
)

// HoldSetting says how long the endpoint is held at its full rate, and how.
type HoldSetting struct {
	For     time.Duration
	Kill    time.Duration // between two kills; 0 kills it at the end alone
	Clients int
	Growth  float64 // percent that memory may grow over the second half
}

// Define makes the flags.
func (s *HoldSetting) Define(flags *flag.FlagSet) {
	flags.DurationVar(&s.For, "for", 30*time.Minute, "`time` that the endpoint is held at its full rate")
	flags.DurationVar(&s.Kill, "kill", 5*time.Minute, "`time` from one SIGKILL to the next, 0 for one at the end alone")
	flags.IntVar(&s.Clients, "clients", 16, "`number` of clients, each with one request at a time")
	flags.Float64Var(&s.Growth, "growth", 10, "`percent` that the endpoint's memory may grow over the second half; a hold under "+
		leastJudged.String()+" does not judge it")
}

// mostClients is how many clients have a name of their own in the keys.
const mostClients = 1000

// Check says what is wrong with the flags, in one sentence.
func (s *HoldSetting) Check() error {
	switch {
	case s.For <= 0:
		return errors.New("-for is how long the hold takes: give a time such as 30m")
	case s.Kill < 0:
		return errors.New("-kill is the time between two kills: give one such as 5m, or 0")
	case s.Clients < 1 || s.Clients > mostClients:
		return fmt.Errorf("-clients is %d: use 1 to %d", s.Clients, mostClients)
	case s.Growth <= 0:
		return errors.New("-growth is a percentage above 0")
	}
	return nil
}

// Hold holds the endpoint at its full rate, kills it and starts it again with its
// data, and fails when a change that it acknowledged is lost or its memory grows.
func Hold(ctx context.Context, s HoldSetting, out io.Writer) error {
	folder, err := os.MkdirTemp("", "keyrange-hold-")
	if err != nil {
		return err
	}
	token, data := rand.Text(), filepath.Join(folder, "tables.log")
	h := newHold(s, token, out, func(port string) (*target, error) {
		return programWith([]string{"KEYRANGE_TABLES_ADMIN_TOKEN=" + token}, oursName, "tables", "-tables-port", port, "-data", data)
	})
	err = h.run(ctx)
	if errors.Is(err, errLost) {
		return fmt.Errorf("%w; what the endpoint kept is in %s", err, data)
	}
	os.RemoveAll(folder)
	return err
}

// hold is a hold while it runs.
type hold struct {
	HoldSetting
	out   io.Writer
	token string
	start func(port string) (*target, error)

	began   time.Time
	loaded  time.Duration // so long the clients worked
	port    string        // of the first start; every other one takes it too
	clients []*holder
	viewers []*viewer
	memory  []sample
	kills   int
	checked int             // keys
	back    []time.Duration // from each restart to its first answer
}

// viewersOpen is how many listen to the stream all the while.
const viewersOpen = 2

func newHold(s HoldSetting, token string, out io.Writer, start func(port string) (*target, error)) *hold {
	h := &hold{HoldSetting: s, out: out, token: token, start: start, port: "0"}
	for i := range s.Clients {
		h.clients = append(h.clients, newHolder(i))
	}
	for range viewersOpen {
		h.viewers = append(h.viewers, &viewer{})
	}
	return h
}

// run holds the endpoint, one life of it after another, and ends with what it kept.
func (h *hold) run(ctx context.Context) error {
	watching, stop := context.WithCancel(context.Background())
	defer stop()
	var watch sync.WaitGroup
	defer watch.Wait()
	defer stop()
	h.began = time.Now()
	for at := range h.lives() {
		t, err := h.restart()
		if err != nil {
			return err
		}
		if at == 0 {
			h.introduce(t)
			for _, v := range h.viewers {
				watch.Go(func() { v.watch(watching, t.address, h.token) })
			}
		}
		if err = h.live(ctx, t, at); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	stop()
	watch.Wait()
	t, err := h.restart()
	if err != nil {
		return err
	}
	t.stop()
	return h.tell()
}

// lives yields from when to when of the load each life of the endpoint lasts, by its
// beginning.
func (h *hold) lives() iter.Seq[time.Duration] {
	each := h.Kill
	if each == 0 {
		each = h.For
	}
	return func(yield func(time.Duration) bool) {
		for at := time.Duration(0); at < h.For && yield(at); at += each {
		}
	}
}

// restart starts the endpoint with what it kept and holds that to the ledgers.
func (h *hold) restart() (*target, error) {
	from := time.Now()
	t, err := h.start(h.port)
	if err != nil {
		return nil, err
	}
	if h.port == "0" {
		if h.port, err = t.port(); err == nil {
			err = t.make(holdTable)
		}
	} else {
		h.back = append(h.back, time.Since(from))
		err = h.check(t)
	}
	if err != nil {
		t.stop()
		return nil, err
	}
	return t, nil
}

// check reads every key and compares it with the ledger of its client.
func (h *hold) check(t *target) error {
	for _, c := range h.clients {
		if err := c.check(t); err != nil {
			return fmt.Errorf("the endpoint started again and cannot be read: %w", err)
		}
		h.checked += len(c.keys)
	}
	return nil
}

// introduce says where the endpoint is and how to look at it.
func (h *hold) introduce(t *target) {
	fmt.Fprintf(h.out, "%s write at full rate to http://%s for %v. To watch, open /live of a site and connect to %s with the token\n%s\n",
		text.Count(h.Clients, "client", "clients"), t.address, h.For, t.address, h.token)
}

// live lets the clients work in a life that begins after so much load, until the
// endpoint is due to be killed, and kills it.
func (h *hold) live(ctx context.Context, t *target, at time.Duration) error {
	gone := make(chan error, len(h.clients))
	for _, c := range h.clients {
		go func() { gone <- c.work(t) }()
	}
	left, err := len(h.clients), error(nil)
	if early := h.await(ctx, t, at, gone); early != nil {
		left--
		if err = early; ctx.Err() != nil && !errors.Is(err, errAnswer) {
			err = nil // an interrupt from the terminal reaches the endpoint too
		}
	}
	t.stop()
	h.kills++
	for range left {
		if e := <-gone; errors.Is(e, errAnswer) {
			err = errors.Join(err, e)
		}
	}
	if err != nil {
		err = fmt.Errorf("the endpoint did not go on answering: %w", err)
	}
	return err
}

// await measures until the endpoint is due to be killed. Before that no client ends;
// if one does it returns why.
func (h *hold) await(ctx context.Context, t *target, at time.Duration, gone <-chan error) error {
	began, lasts := time.Now(), h.For-at
	if h.Kill > 0 {
		lasts = min(lasts, h.Kill)
	}
	due := time.NewTimer(lasts)
	defer due.Stop()
	defer func() { h.loaded += time.Since(began) }()
	measure := time.NewTicker(min(max(h.For/360, 100*time.Millisecond), 5*time.Second))
	defer measure.Stop()
	say := time.NewTicker(min(max(h.For/30, 5*time.Second), time.Minute))
	defer say.Stop()
	for {
		select {
		case <-measure.C:
			h.memory = append(h.memory, sample{at: at + time.Since(began), age: time.Since(began), bytes: t.residentBytes()})
		case <-say.C:
			h.sayHow(at + time.Since(began))
		case err := <-gone:
			return err
		case <-ctx.Done():
			return nil
		case <-due.C:
			return nil
		}
	}
}
