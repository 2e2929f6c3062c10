// Command results prints what a class could hand in, for the benchmark of the
// gallery: the link of a task over the films, then one result on each line. Some
// participants find the same keys.
//
//	go run ./build/bench/results COUNT DESIGNS
//
// What always holds: the same numbers print the same lines, no two of which are the
// same. It is no part of the site.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/lessons/assign"
)

// most is how many results are made at most.
const most = 1000

func main() {
	if err := write(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(1)
	}
}

func write(out io.Writer, args []string) error {
	if len(args) != 2 {
		return errors.New("say how many, and under how many keys")
	}
	count, err := number(args[0], most)
	if err != nil {
		return err
	}
	designs, err := number(args[1], count)
	if err != nil {
		return err
	}
	c, err := newClass()
	if err != nil {
		return err
	}
	packed, err := c.task.Pack(rest)
	if err != nil {
		return err
	}
	lines := bufio.NewWriter(out)
	fmt.Fprintln(lines, assign.TaskMark+packed)
	for i := range count {
		line, err := c.handedIn(i, i%designs)
		if err != nil {
			return err
		}
		fmt.Fprintln(lines, line)
	}
	return lines.Flush()
}

func number(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%q is no number from 1 to %d", text, most)
	}
	return n, nil
}

func rest() {}

// films is the file of the films, from the folder of the project.
const films = "web/node_modules/vega-datasets/data/movies.json"

// class is a task over the films and the rows of whoever works on it.
type class struct {
	task assign.Task
	rows *design.Replay
}

func newClass() (c class, err error) {
	sample, _ := draft.SampleByID("movies")
	data, err := os.ReadFile(films)
	if err != nil {
		return c, err
	}
	p := design.New(0)
	p.Incoming.Open(sample, data)
	for p.Advance(func() bool { return true }) {
	}
	c.task, err = assign.Parse("screen: /playground\ngoal: Answer each question cheaply, lose no film, and take the load.\n" +
		"check: figure(lost) <= 30\ncheck: figure(examined) <= 1000\nmay: keys\nstart: " + p.Given(false))
	if err != nil {
		return c, err
	}
	c.rows, err = design.NewReplay(assign.Opened(c.task.Start), nil, rest)
	if err != nil {
		return c, err
	}
	for c.rows.Incoming.Step() {
	}
	if set, ok := c.rows.Wanted(); ok {
		c.rows.Provide(set, data)
	}
	for c.rows.Incoming.Step() {
	}
	return c, nil
}

// handedIn is the line of one participant who has the keys of a number.
func (c class) handedIn(i, keys int) (string, error) {
	p, err := design.NewReplay(assign.Opened(c.task.Start), c.rows, rest)
	if err != nil {
		return "", err
	}
	for p.Incoming.Step() {
	}
	p.Keys.SetTemplate(draft.PartitionKey, partitionKey(keys))
	p.Keys.SetTemplate(draft.RowKey, "{clean(or(Title,'Untitled'))}_{Release_Date}")
	if got := p.Edit.Design().PartitionKey; got != partitionKey(keys) {
		return "", fmt.Errorf("the template %s was not taken, %s stands there", partitionKey(keys), got)
	}
	r := assign.Result{Task: c.task, Alias: "Participant " + strconv.Itoa(i+1), Work: p.Given(true)}
	return r.Pack(rest)
}

// partitionKey is the template of a number, no two of which are the same: some spread the films over many
// keys, some put all of them into one.
func partitionKey(i int) string {
	n := strconv.Itoa(i + 2)
	switch i % 4 {
	case 0:
		return "{hash(Title)%" + n + ":03}"
	case 1:
		return "{clean(or(Major_Genre,'Unknown'))}_" + n
	case 2:
		return "films-" + n
	}
	return "{Release_Date.year}_{hash(Title)%" + n + ":03}"
}
