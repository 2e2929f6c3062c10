package main

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// longest are the files of browser tests by how long they take, the longest first:
// so none of them runs alone at the end. What is not named takes seconds.
var longest = []string{
	"starts.test.mjs", "simulator.test.mjs", "designer.test.mjs", "access.test.mjs", "sharing.test.mjs", "workshops.test.mjs",
	"lessons.test.mjs", "pages.test.mjs", "queries.test.mjs", "webkit.test.mjs", "firefox.test.mjs", "chromium.test.mjs", "steps.test.mjs",
}

// turn is a file's place among them; all others come after.
func turn(file string) int {
	if i := slices.Index(longest, filepath.Base(file)); i >= 0 {
		return i
	}
	return len(longest)
}

// browsersAtOnce is how many files of browser tests run beside each other while the
// other steps do. After those one more does: a story waits now and then, and two
// leave a part of two processors idle.
const browsersAtOnce = 2

// browser runs the tests in a browser, each file in a process and a browser of its
// own: in Chromium, and the core stories in Firefox and WebKit too.
func (s *step) browser() error {
	files, err := filepath.Glob(filepath.Join(s.root, "web", "test", "*.test.mjs"))
	if err != nil {
		return err
	}
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(turn(a), turn(b)) })
	err = spread(files, s.beside, s.inBrowser)
	s.work = 0 // the browsers' is not in it
	return err
}

// spread runs every file once, browsersAtOnce of them beside each other, and one
// more after the channel beside is closed.
func spread(files []string, beside <-chan struct{}, run func(file string) error) (err error) {
	next := make(chan string, len(files))
	for _, file := range files {
		next <- file
	}
	close(next)
	results := make(chan error, len(files))
	work := func() {
		for file := range next {
			results <- run(file)
		}
	}
	for range browsersAtOnce {
		go work()
	}
	go func() {
		<-beside
		work()
	}()
	for range files {
		err = errors.Join(err, <-results)
	}
	return err
}

// inBrowser runs a file of browser tests.
func (s *step) inBrowser(file string) error {
	tool, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command("node", "--test-reporter=tap", file)
	cmd.Env = append(os.Environ(), Sites+"="+s.sites, "CHROME="+s.chrome, "KEYRANGE_TOOL="+tool)
	began := time.Now()
	err = s.tap(cmd)
	s.report.took(filepath.Base(file), time.Since(began).Seconds())
	return err
}
