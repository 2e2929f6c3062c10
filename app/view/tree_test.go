package view

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/table"
)

func drawnAs(u app.UI) string {
	var b bytes.Buffer
	app.PrintHTML(&b, u)
	return b.String()
}

// treeOf is a tree of n keys with the way to one of them.
func treeOf(n, fanout, place int) Tree {
	grown := index.New(fanout)
	for i := range n {
		grown.Add(i)
	}
	s := grown.Shape()
	t := Tree{
		Shape: &s, Path: grown.Search(&s, place, true), Label: "a tree",
		Key: func(i int) table.Key { return table.Key{PartitionKey: "p<", RowKey: "r" + strconv.Itoa(i)} },
		Look: func(i int) string {
			if i == place {
				return "hit"
			}
			return ""
		},
	}
	for level := range s.Levels {
		var span NodeSpan
		if level < len(t.Path) {
			span = NodeSpan{t.Path[level].Node, t.Path[level].Node + 1}
		}
		t.Whole, t.Read = append(t.Whole, span), append(t.Read, span)
	}
	return t
}

// A drawing of any tree shows the whole way to the key, tells of every node
// that it leaves out, and has at most a few hundred elements.
func TestTree(t *testing.T) {
	for _, c := range []struct{ n, fanout int }{{1, 4}, {20, 4}, {336, 8}, {3000, 16}, {20_000, 4}, {200_000, 64}} {
		for _, width := range []int{326, 700, 1166} {
			tree := treeOf(c.n, c.fanout, c.n*5/8)
			page := drawnAs(tree.Draw(width))
			if got, want := strings.Count(page, `"no"`), len(tree.Path); got != want {
				t.Errorf("%d keys, fan-out %d, %d px: %d nodes have a number, want %d", c.n, c.fanout, width, got, want)
			}
			if !strings.Contains(page, "hit") || strings.Contains(page, "p<") {
				t.Errorf("%d keys, fan-out %d, %d px: the key is not shown, or not as text", c.n, c.fanout, width)
			}
			if elements := strings.Count(page, "</"); elements > 400 {
				t.Errorf("%d keys, fan-out %d, %d px: %d elements, want at most 400", c.n, c.fanout, width, elements)
			}
		}
	}
}

// The boxes of a level stand for every node once, in order, inside the width.
func TestTreeRow(t *testing.T) {
	for _, n := range []int{1, 5, 40, 3000} {
		for _, at := range []int{0, n / 2, n - 1} {
			for _, width := range []float64{326, 900, 1166} {
				tree := treeOf(n, 6, at)
				for level := range tree.Shape.Levels {
					next, right := 0, -1.0
					for _, b := range tree.row(level, width) {
						if b.First != next || b.x < right || b.x < 0 || b.x+b.w > width+1 {
							t.Fatalf("%d keys, %v px, level %d: box %+v after node %d, pixel %v", n, width, level, b, next, right)
						}
						next, right = b.Last, b.x+b.w
					}
					if next != len(tree.Shape.Levels[level]) {
						t.Fatalf("%d keys, level %d: the boxes end at node %d of %d", n, level, next, len(tree.Shape.Levels[level]))
					}
				}
			}
		}
	}
}

func TestChosen(t *testing.T) {
	for n := 1; n < 12; n++ {
		for limit := 1; limit <= n; limit++ {
			for first := range n {
				for last := first; last <= n; last++ {
					got := chosen(n, limit, NodeSpan{first, last})
					for i := range got {
						if got[i] < 0 || got[i] >= n || i > 0 && got[i] <= got[i-1] {
							t.Fatalf("chosen(%d, %d, %d to %d) = %v", n, limit, first, last, got)
						}
					}
					if len(got) != limit || first < last && (got[0] > first || limit > 1 && got[len(got)-1] < last-1) {
						t.Fatalf("chosen(%d, %d, %d to %d) = %v", n, limit, first, last, got)
					}
				}
			}
		}
	}
}

// An inner node of three keys shows all three where they fit, and the two beside
// the way down where they do not.
func TestThreeKeys(t *testing.T) {
	tree := treeOf(4, 4, 0)
	for n := 5; tree.Shape.Levels[0][0].Items != 3 || len(tree.Shape.Levels) < 2; n++ {
		tree = treeOf(n, 4, 0)
	}
	for _, c := range []struct {
		row  string
		want int
	}{{"12345678", 0}, {"1234567890", 1}} {
		tree.Key = func(int) table.Key { return table.Key{PartitionKey: "p", RowKey: c.row} }
		if got := tree.content(0, 0, innerWidth).rest(); got != c.want {
			t.Errorf("RowKeys of %d characters leave out %d keys, want %d", len(c.row), got, c.want)
		}
	}
}

// The list says of each level what is read, and of each node how full it is.
func TestTreeList(t *testing.T) {
	tree := treeOf(336, 8, 210)
	page := drawnAs(tree.List(8))
	for _, want := range []string{"Level 1: 1 node read of 1.", "Node 1 of 1: keys", "% full"} {
		if !strings.Contains(page, want) {
			t.Errorf("the list lacks %q", want)
		}
	}
	if whole := drawnAs(tree.DrawWhole(900)); strings.Count(whole, "tree__r") != len(tree.Shape.Levels) || strings.Count(whole, "</") > 60 {
		t.Errorf("the whole tree is not drawn level by level: %d elements", strings.Count(whole, "</"))
	}
}
