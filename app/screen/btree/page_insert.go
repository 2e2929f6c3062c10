package btree

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/index"
)

// insert is the figure of an insert, frame by frame.
func (x *Page) insert() app.UI {
	v := x.index.Inserted()
	f := figureParts{id: "insert", title: "Insert: a full node splits", sentences: insertSentences(v, x.index.Shown())}
	question := []app.UI{x.keyFields(2, v.Key, insertPK, insertRK, "insert", func() { x.index.Insert(fieldKey(insertPK, insertRK)) })}
	if v.Exists {
		f.cost = []app.UI{costOf(len(v.Visits), "nodes read")}
		f.drawing = view.H("div.empty",
			view.T("h2", "EntityAlreadyExists"),
			view.T("span", "There is an entity with this key, so an insert is refused and no node changes. Change one character of the RowKey."),
		)
	} else {
		frames := x.frames(v)
		at := min(x.index.View.Steps[2], len(frames)-1)
		question = append(question, x.stepper(2, "insert", len(frames)-1))
		f.cost = []app.UI{costOf(len(v.Visits), "nodes read"), costOf(v.Splits, "nodes split"), costOf(v.After.Nodes()-x.index.Shape().Nodes(),
			"nodes more")}
		f.drawing = view.H("div.frames", x.frameButtons(frames, at)...)
	}
	f.question = view.H("div.fig__q", question...)
	f.list = view.H("p.fig__n",
		view.Text("Keys that only grow always split the last leaf. The same happens one level up: the last "), view.T("b", "range"),
		view.Text(" takes every write. The insert is made on a copy: the table of the playground stays as it is."),
	)
	return x.figure(f)
}

func insertSentences(v *design.InsertView, fanout int) []string {
	if v.Exists {
		return nil
	}
	full := strconv.Itoa(fanout - 1)
	middle := "There is room.|The leaf holds fewer than " + full + " entities, so nothing is cut."
	if v.Splits == 1 {
		middle = "Full at " + full + ".|The leaf is cut in the middle. The middle entity moves up, it is not copied: in this tree entities " +
			"stand in inner nodes too."
	} else if v.Splits > 1 {
		middle = "Full at " + full + ".|" + view.Count(v.Splits, "node", "nodes") +
			" in a row are full. The highest is cut first, so that each middle entity finds room above."
	}
	last := "The depth stays.|Every leaf is as far from the root as before."
	if len(v.Visits) == v.Splits {
		last = "The root is cut too.|A new root with one entity stands above, and every leaf is one level further down. That is how the " +
			"tree grows."
	}
	return []string{"A descent|finds the only leaf where the new key may stand.", middle, last}
}

// frame is one moment of an insert: the parent and the leaf, or its halves.
type frame struct {
	title, text string
	above       view.Run
	below       []view.Run
	riser       string // the key between the two rows
}

// frames are the moments of an insert. The first and the last are taken from
// the trees before and after it.
func (x *Page) frames(v *design.InsertView) []frame {
	s := x.index.Shape()
	depth := len(v.Visits) - 1
	leaf := v.Visits[depth].Spot
	before := x.run(s, leaf, v.Place)
	var above view.Run
	if depth > 0 {
		above = x.run(s, v.Visits[depth-1].Spot, v.Place)
	}
	found := frame{title: "Find the leaf", text: "The descent ends here. The new key belongs between two that are there.", above: above,
		below: []view.Run{before}, riser: v.Key.RowKey}
	after := x.afterwards(v)
	if v.Splits == 0 {
		after.title, after.text = "It fits", "The leaf has room for one entity more."
		return []frame{found, after}
	}
	crowded := before
	crowded.New = v.Place - int(s.Levels[leaf.Level][leaf.Node].From)
	crowded.Keys, crowded.Crowded = insertKey(before, crowded.New, v.Key.RowKey), true
	full := frame{title: "No room", text: "The leaf already holds " + strconv.Itoa(len(before.Keys)) +
		" entities, as many as the fan-out allows.", above: above, below: []view.Run{crowded}}
	middle := len(before.Keys) / 2
	cut := frame{title: "Cut in the middle", text: "Two halves. The entity in the middle moves up to the parent.", above: above,
		riser: before.Keys[middle]}
	if v.Splits > 1 {
		cut.text = "Two halves. The parent was full as well, and was cut first, in the same way."
	}
	cut.below = []view.Run{{Keys: before.Keys[:middle], New: -1}, {Keys: before.Keys[middle+1:], New: -1}}
	after.title, after.text = "Done", "The new key stands in its half, and the parent has one entity and one branch more."
	return []frame{found, full, cut, after}
}

// afterwards is the tree after the insert, around the new key.
func (x *Page) afterwards(v *design.InsertView) frame {
	s := &v.After
	var way []index.Spot
	for at := (index.Spot{}); ; {
		way = append(way, at)
		i, found := s.Find(at.Level, at.Node, v.Place)
		if found || s.Leaf(at.Level) {
			break
		}
		at = s.Child(at, i)
	}
	runAt := func(at index.Spot) view.Run { return x.runAfter(s, at, v.Place) }
	last := way[len(way)-1]
	f := frame{}
	if !s.Leaf(last.Level) { // the new key was the middle one and went up itself
		i, _ := s.Find(last.Level, last.Node, v.Place)
		f.above, f.below = runAt(last), []view.Run{runAt(s.Child(last, i)), runAt(s.Child(last, i+1))}
		return f
	}
	f.below = []view.Run{runAt(last)}
	if len(way) == 1 {
		return f
	}
	parent := way[len(way)-2]
	f.above = runAt(parent)
	i, _ := s.Find(parent.Level, parent.Node, v.Place)
	if v.Splits > 0 { // the other half
		if other := x.otherHalf(v, s, parent, i); other >= 0 {
			f.below = []view.Run{runAt(s.Child(parent, min(i, other))), runAt(s.Child(parent, max(i, other)))}
		}
	}
	return f
}

// otherHalf returns which child of a node is the other half of the leaf that
// was cut: the one on the other side of the key that moved up.
func (x *Page) otherHalf(v *design.InsertView, s *index.Shape, parent index.Spot, child int) int {
	leaf := v.Visits[len(v.Visits)-1].Spot
	n := x.index.Shape().Levels[leaf.Level][leaf.Node]
	middle := int(n.From) + int(n.Items)/2 // its place before
	if v.Place <= middle {
		return min(child+1, int(s.Levels[parent.Level][parent.Node].Items))
	}
	return child - 1
}

func insertKey(r view.Run, at int, key string) []string {
	keys := append([]string(nil), r.Keys[:at]...)
	return append(append(keys, key), r.Keys[at:]...)
}

// run is a node of the tree before the insert; New is where the new key would
// stand.
func (x *Page) run(s *index.Shape, at index.Spot, place int) view.Run {
	r := view.Run{New: -1}
	for i := range int(s.Levels[at.Level][at.Node].Items) {
		r.Keys = append(r.Keys, x.index.Key(s.Item(at.Level, at.Node, i)).RowKey)
	}
	r.Near, _ = s.Find(at.Level, at.Node, place)
	return r
}

// runAfter is a node of the tree after the insert.
func (x *Page) runAfter(s *index.Shape, at index.Spot, place int) view.Run {
	r := view.Run{New: -1}
	for i := range int(s.Levels[at.Level][at.Node].Items) {
		item := s.Item(at.Level, at.Node, i)
		r.Keys = append(r.Keys, x.index.KeyAfter(item).RowKey)
		if item == place {
			r.New = i
		}
	}
	r.Near, _ = s.Find(at.Level, at.Node, place)
	return r
}

func (x *Page) frameButtons(frames []frame, at int) []app.UI {
	buttons := make([]app.UI, len(frames))
	for i, f := range frames {
		b := view.El("button.frame;type=button").Body(view.Moment(f.above, f.below, f.riser),
			view.H("span", view.H("b", view.T("span.num", strconv.Itoa(i+1)), view.Text(" "+f.title)), view.T("span", f.text)),
		).OnClick(x.ClickHandler("frame/"+strconv.Itoa(i)+"/"+strconv.Itoa(len(frames)), func() { x.step(2, i) }))
		if i == at {
			b = b.Aria("current", "step")
		}
		buttons[i] = b
	}
	return buttons
}
