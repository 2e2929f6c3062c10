package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/keyrange/keyrange/build/conformance"
	"github.com/keyrange/keyrange/build/static"
)

// checks runs every check of the project. Nothing in them is judged by the
// clock, so they run beside each other: limits in milliseconds are held by the
// benchmarks.
type checks struct {
	root   string
	sites  string // folder of the sites that the tests look at
	chrome string
	built  chan struct{} // closed when the sites are there, or cannot be built
	beside chan struct{} // closed when the steps beside the browser have ended
	report *report
}

// step is one check. Its report line says how long it took, by the clock and by
// the processor time of its commands.
type step struct {
	*checks
	name string
	run  func(*step) error
	tally
	took, work time.Duration
	err        error
}

// Sites is the environment variable that tells tests the folder of the built
// sites: root/ for the path / and keyrange/ for the path /keyrange/.
const Sites = "KEYRANGE_SITES"

// check runs all checks in the repository at root. It goes on after a failure,
// so that one run shows them all, and ends with a summary.
func check(root string, out io.Writer) error {
	c := &checks{root: root, report: &report{out: out}, built: make(chan struct{}), beside: make(chan struct{})}
	var err error
	if c.chrome, err = findBrowser(out); err != nil {
		return err
	}
	addEngines(out)
	if c.sites, err = os.MkdirTemp("", "keyrange-sites-"); err != nil {
		return err
	}
	defer os.RemoveAll(c.sites)
	// The steps of a lane follow each other; the two lanes run side by side.
	lanes := [][]*step{
		{c.step("sites", (*step).buildSites), c.step("browser", (*step).browser)},
		{
			c.step("format", (*step).format), c.step("vet", (*step).vet), c.step("go test in WebAssembly", (*step).wasm), // need no sites
			c.step("go test", (*step).native), c.step("race detector", (*step).race), c.step("official clients", (*step).clients),
		},
	}
	began := time.Now()
	var lane sync.WaitGroup
	for i, steps := range lanes {
		lane.Go(func() {
			for _, s := range steps {
				s.do()
			}
			if i == 1 {
				close(c.beside)
			}
		})
	}
	lane.Wait()
	return c.report.summary(append(lanes[0], lanes[1]...), time.Since(began))
}

func (c *checks) step(name string, run func(*step) error) *step {
	return &step{checks: c, name: name, run: run}
}

// do runs a step to its end.
func (s *step) do() {
	began := time.Now()
	s.err = s.run(s)
	s.took = time.Since(began)
	word := "ok  "
	if s.err != nil {
		word = "FAIL"
		s.say("%v", s.err)
		s.report.failures(s)
	}
	s.report.print(word + " " + s.name + s.times())
}

func (s *step) times() string {
	if s.work == 0 {
		return fmt.Sprintf(" (%.1f s)", s.took.Seconds())
	}
	return fmt.Sprintf(" (%.1f s, %.1f s of processor time)", s.took.Seconds(), s.work.Seconds())
}

// say prints a line of a step, below its name.
func (s *step) say(format string, args ...any) {
	s.report.print("     " + s.name + ": " + strings.TrimRight(fmt.Sprintf(format, args...), "\n"))
}

// format fails when a Go file is not in gofmt's form.
func (s *step) format() error {
	cmd := exec.Command("gofmt", "-l", "app", "build", "engine", "lessons")
	cmd.Dir = s.root
	text, err := cmd.CombinedOutput()
	if err == nil && len(text) > 0 {
		return fmt.Errorf("not in gofmt's form:\n%s", text)
	}
	return err
}

// vet looks at the native packages and at those of the browser program.
func (s *step) vet() error {
	if err := s.quiet(exec.Command("go", "vet", "./...")); err != nil {
		return err
	}
	// The flags of the site's program and of the engine's tests in WebAssembly:
	// what their steps compile is not compiled a second time.
	return errors.Join(s.vetForBrowser("./app/..."), s.vetForBrowser("./engine/...", "regexp"))
}

// vetForBrowser looks at packages of the browser program. Those that are named
// whole are not stubs.
func (s *step) vetForBrowser(packages string, whole ...string) error {
	dir, err := os.MkdirTemp("", "keyrange-vet-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	flags, err := static.Flags(dir, whole...)
	if err != nil {
		return err
	}
	args := append([]string{"vet"}, flags...)
	return s.quiet(static.Browser(s.root, append(args, packages)...))
}

// buildSites makes the sites that the later checks look at, one program for
// both.
func (s *step) buildSites() error {
	defer close(s.built)
	program, err := static.CompileSite(s.root, s.report)
	if err != nil {
		return err
	}
	for name, base := range map[string]string{"root": "/", "keyrange": "/keyrange/"} {
		_, err := static.Build(static.Options{
			Root: s.root, Out: filepath.Join(s.sites, name), Base: base, Origin: static.DefaultOrigin,
			Program: &program, Plain: name != "root",
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// roomy is the environment of Go programs that collect garbage less often, because
// much of the processor time of the tests goes there otherwise: as long as the
// memory is there.
func roomy() []string {
	return append([]string{"GOGC=400", "GOMEMLIMIT=1GiB"}, os.Environ()...) // the last of a name counts
}

// native runs the Go tests. The tests of the build package look at files and
// programs that the go command does not know of, so nothing is taken from its
// cache of results. What vet finds is found by its own step.
func (s *step) native() error {
	<-s.built
	cmd := exec.Command("go", "test", "-json", "-count=1", "-vet=off", "-timeout=20m", "./...")
	cmd.Env = append(roomy(), Sites+"="+s.sites)
	return s.goTest(cmd)
}

// race runs the tests of what serves many clients at once under the race
// detector, which needs a C compiler.
func (s *step) race() error {
	if _, err := exec.LookPath("cc"); err != nil {
		s.say("skip: there is no C compiler")
		s.skipped++
		return nil
	}
	cmd := exec.Command("go", "test", "-race", "-json", "-count=1", "-vet=off", "-timeout=20m", "./build/endpoint", "./build/oplog")
	cmd.Env = append(roomy(), "CGO_ENABLED=1")
	return s.goTest(cmd)
}

// clients runs the tests of the Table endpoint with the official clients of the
// service.
func (s *step) clients() error {
	url, stop, err := conformance.Serve()
	if err != nil {
		return err
	}
	return errors.Join(
		s.goTest(conformance.GoClient(s.root, url, "-json")),
		s.tap(conformance.JavaScriptClient(s.root, url, "--test-reporter=tap")),
		stop())
}

// wasm runs the tests of the engine as WebAssembly under Node, as the site's program
// is: compiled with its flags and made smaller. It runs those of the packages that
// the program has; what no browser runs is tested natively alone.
func (s *step) wasm() error {
	packages, err := shipped(s.root, "engine")
	if err != nil {
		return err
	}
	cmd, done, err := browserTest(s.root, append([]string{"-json", "-count=1", "-vet=off", "-timeout=20m"}, packages...)...)
	if err != nil {
		return err
	}
	defer done()
	return s.goTest(cmd)
}

// quiet runs a command and gives its output only when it fails.
func (s *step) quiet(cmd *exec.Cmd) error {
	cmd.Dir = s.root
	text, err := cmd.CombinedOutput()
	s.spent(cmd)
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, text)
	}
	return nil
}

// spent adds the processor time of a command that ended.
func (s *step) spent(cmd *exec.Cmd) {
	if p := cmd.ProcessState; p != nil {
		s.report.Lock()
		s.work += p.UserTime() + p.SystemTime()
		s.report.Unlock()
	}
}
