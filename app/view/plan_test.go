package view

import (
	"bytes"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/query"
)

func html(u app.UI) string {
	var b bytes.Buffer
	app.PrintHTML(&b, u)
	return b.String()
}

func planOf(from, to int, marks ...model.Mark) model.PlanView {
	whole := []model.Segment{{First: "Action", Last: "Action", Partitions: 1, From: 0, To: 400}, {First: "Comedy", Last: "Drama", Partitions: 2, From: 400, To: 1000}}
	v := model.PlanView{Kind: query.PartitionRangeScan, Total: 1000, Whole: whole, ReadFrom: from, ReadTo: to, Marks: marks}
	for _, s := range whole {
		s.From, s.To = max(s.From, from), min(s.To, to)
		if s.From < s.To {
			v.Read = append(v.Read, s)
		}
	}
	return v
}

// The words beside a drawing say what it shows, for those who do not see it.
func TestSummary(t *testing.T) {
	for _, c := range []struct {
		name string
		plan model.PlanView
		want string
	}{
		{"nothing", planOf(400, 400), "Partition range scan: no entity lies between the bounds of the plan."},
		{"part", planOf(300, 500), "Partition range scan over a table of 1,000 entities: reads 200 entities in 3 partitions."},
		{"bookmark", planOf(0, 400, model.Mark{Page: 1, At: 200, Live: true}), "Partition range scan over a table of 1,000 entities: reads 400 entities in 1 partition. 1 bookmark so far."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Summary(c.plan); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// Every SVG element needs its namespace, or the browser builds it and shows
// nothing.
func TestPlanIsDrawn(t *testing.T) {
	for name, v := range map[string]model.PlanView{
		"empty table":    {Kind: query.TableScan},
		"empty read":     planOf(400, 400),
		"whole":          planOf(0, 1000, model.Mark{Page: 1, At: 500}, model.Mark{Page: 2, At: 999, Live: true}),
		"narrow reading": planOf(999, 1000),
	} {
		t.Run(name, func(t *testing.T) {
			for _, width := range []int{0, 326, 1040} {
				text := html(Plan(v, width))
				if !strings.Contains(text, "<svg") || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Errorf("width %d gives no sound drawing:\n%s", width, text)
				}
			}
		})
	}
}

// A long run through the pages draws a bounded number of elements, and its
// live bookmark always.
func TestPlanOfManyPages(t *testing.T) {
	v := planOf(0, 1000)
	for i := range 900 {
		v.Marks = append(v.Marks, model.Mark{Page: i + 1, At: i + 1, Live: i == 899})
	}
	text := html(Plan(v, 1040))
	if n := strings.Count(text, "<path"); n > 10 {
		t.Errorf("%d paths for 900 bookmarks, want at most 10", n)
	}
	if !strings.Contains(text, "d-live") || !strings.Contains(text, "900 bookmarks") {
		t.Error("the live bookmark or the number of bookmarks is missing")
	}
}

// A segment is called by its partitions, or by the first of them as in the head
// of a dictionary page; a name that says nothing is left out.
func TestSegmentName(t *testing.T) {
	one, many := model.Segment{First: "Thriller_Suspense", Partitions: 1}, model.Segment{First: "ABE", Last: "ATL", Partitions: 9}
	for _, c := range []struct {
		segment model.Segment
		room    int
		want    string
	}{{one, 17, "Thriller_Suspense"}, {one, 9, "Thri…ense"}, {one, 5, ""}, {many, 10, "ABE to ATL"}, {many, 9, "ABE…"}, {many, 4, "ABE…"}, {many, 3, ""}} {
		if got := segmentName(c.segment, c.room); got != c.want {
			t.Errorf("%s in %d characters is called %q, want %q", c.segment.First, c.room, got, c.want)
		}
	}
}
