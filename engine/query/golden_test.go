package query

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Each golden file is a story: a line that begins with "> " is a command, the
// lines under it are what it printed, the cost beside the result. Run with
// -update to rewrite them and read the difference.
//
//	> fill Drama 3                   entities Drama/0001 to Drama/0003 with n = 1 to 3
//	> query FILTER | top 5 | page 2 | budget 4 | boundaries C,D | select n
//	> next                           the next page of that query
//	> rest                           all pages that are left, their costs only
//	> delete Drama/0002
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.golden")
	if len(files) == 0 {
		t.Fatal("no golden files")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := retell(string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got != string(text) && !*update {
				t.Errorf("got\n%s\nwant\n%s", got, text)
			}
		})
	}
}

type teller struct {
	out     strings.Builder
	table   *table.Table
	plan    Plan
	request Request
	limits  Limits
}

func retell(story string) string {
	s := &teller{table: table.New("story")}
	for line := range strings.Lines(story) {
		line = strings.TrimRight(line, "\n")
		switch command, is := strings.CutPrefix(line, "> "); {
		case is:
			fmt.Fprintln(&s.out, line)
			s.do(command)
		case line == "" || line[0] == '#':
			fmt.Fprintln(&s.out, line)
		}
	}
	return s.out.String()
}

func (s *teller) do(command string) {
	verb, rest, _ := strings.Cut(command, " ")
	switch verb {
	case "fill":
		pk, count, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(count)
		for i := 1; i <= n; i++ {
			_, err := s.table.Insert(entity(pk, fmt.Sprintf("%04d", i), i), firstTick)
			s.refused(err)
		}
	case "delete":
		pk, rk, _ := strings.Cut(rest, "/")
		s.refused(s.table.Delete(table.Key{PartitionKey: pk, RowKey: rk}, table.AnyETag))
	case "query":
		s.query(rest)
	case "next":
		s.page(true)
	case "rest":
		for s.request.Token != nil {
			s.page(false)
		}
	default:
		fmt.Fprintln(&s.out, "  unknown command")
	}
}

func (s *teller) refused(err error) {
	if err != nil {
		fmt.Fprintln(&s.out, "  refused:", err)
	}
}

func (s *teller) query(text string) {
	parts := strings.Split(text, " | ")
	s.request, s.limits = Request{Filter: parts[0], Top: NoTop}, Limits{}
	for _, p := range parts[1:] {
		option, value, _ := strings.Cut(p, " ")
		n, _ := strconv.Atoi(value)
		switch option {
		case "top":
			s.request.Top = n
		case "page":
			s.limits.PageSize = n
		case "budget":
			s.limits.Examined = n
		case "select":
			s.request.Select = strings.Split(value, ",")
		case "boundaries":
			s.limits.Boundaries = func(from table.Key) (string, bool) {
				return naiveBoundary(strings.Split(value, ","), from.PartitionKey)
			}
		}
	}
	var err error
	if s.plan, err = s.request.Plan(); err != nil {
		s.refused(err)
		return
	}
	e := s.plan.Estimate(s.table.Snapshot())
	fmt.Fprintf(&s.out, "  %s. %s\n  estimate: %s\n", s.plan.Kind, s.plan.Explain(), costLine(e))
	s.page(true)
}

func (s *teller) page(rows bool) {
	page, err := Run(s.table.Snapshot(), s.plan, s.request, s.limits)
	if err != nil {
		s.refused(err)
		return
	}
	for i, e := range page.Entities() {
		if !rows || i == 5 && len(page.Rows) > 6 {
			break
		}
		fmt.Fprintf(&s.out, "  %s/%s", e.PartitionKey, e.RowKey)
		for _, p := range e.Properties {
			fmt.Fprintf(&s.out, " %s=%s%s", p.Name, p.Value, map[bool]string{true: "null"}[p.Value.IsNull()])
		}
		fmt.Fprintln(&s.out)
	}
	if rows && len(page.Rows) > 6 {
		fmt.Fprintf(&s.out, "  and %d more\n", len(page.Rows)-5)
	}
	fmt.Fprintf(&s.out, "  %s: %s\n", page.Stop, costLine(page.Cost))
	if s.request.Token = page.Next; page.Next != nil {
		fmt.Fprintf(&s.out, "  %s\n", page.Next)
	}
}

func costLine(c trace.Cost) string {
	return fmt.Sprintf("examined %d, returned %d, pages %d, ranges %d", c.Examined, c.Returned, c.Pages, c.Ranges)
}

func entity(pk, rk string, n int) table.Entity {
	return table.Entity{Key: table.Key{PartitionKey: pk, RowKey: rk}, Properties: []table.Property{{Name: "n", Value: table.Int32Value(int32(n))}}}
}
