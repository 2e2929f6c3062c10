package across

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// within returns the entities of a table whose PartitionKey is the given one, ""
// for all.
func within(w *script.World, name, partition string) (list []table.Entity) {
	t, err := w.Table(name)
	if err != nil {
		return nil
	}
	t.Snapshot().Scan(table.Key{PartitionKey: partition}, func(rows []table.Row) bool {
		for _, r := range rows {
			if partition == "" || r.PartitionKey() == partition {
				list = append(list, r.Entity())
			}
		}
		return true
	})
	return list
}

func has(w *script.World, name string, k table.Key) bool {
	t, err := w.Table(name)
	if err == nil {
		_, err = t.Get(k)
	}
	return err == nil
}

var employee = table.Key{PartitionKey: "Sales", RowKey: "000456"}

func judgeArchive(w *script.World) (text string, good bool) {
	current, archived := has(w, "Current", employee), has(w, "Archive", employee)
	switch {
	case current && archived:
		text = "000456 is in both tables."
	case current:
		text = "000456 is in Current only."
	case archived:
		text, good = "000456 is in Archive only.", true
	default:
		text = "000456 is in neither table. It is lost."
	}
	counted := 0
	for _, e := range within(w, "Totals", "Archive") {
		if n := e.Property("Count"); !n.IsNull() {
			counted += int(n.Int())
		} else {
			counted++
		}
	}
	if counted > 0 {
		text += " Counted " + times(counted) + "."
	}
	return text, good && counted < 2
}

func times(n int) string { return text.Times(n) }

func judgeChannel(w *script.World) (text string, good bool) {
	blogs := len(within(w, "Blogs", "Football"))
	left := ofBlogs(blogs)
	channels := within(w, "Channels", "Football")
	switch {
	case len(channels) == 0 && blogs == 0:
		return "The channel and its blogs are gone.", true
	case len(channels) == 0:
		return "The channel is gone and " + left + ". Nobody will ever find them.", false
	case !channels[0].Property("Valid").Bool():
		return "The channel is marked as invalid, so nobody reads it. " + left + ".", false
	}
	return "The channel is there, and " + left + ".", false
}

func ofBlogs(n int) string {
	return strconv.Itoa(n) + " of 3 blogs " + text.Noun(n, "is", "are") + " left"
}

func container(w *script.World) *blob.Container {
	list := w.Containers()
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

func judgePhoto(w *script.World) (text string, good bool) {
	name := ""
	if list := within(w, "Employees", "Sales"); len(list) > 0 {
		name = list[0].Property("Photo").String()
	}
	blobs, _, _ := container(w).List("", "", blob.MaxList)
	stray, found := 0, false
	for _, b := range blobs {
		if b.Name == name {
			found = true
		} else {
			stray++
		}
	}
	switch {
	case name == "":
		text = "The entity names no photo."
	case !found:
		text = "The entity names a photo that is not there."
	default:
		text, good = "The entity names a photo that is there.", true
	}
	if stray > 0 {
		text += " No entity names " + strconv.Itoa(stray) + " of the blobs."
	}
	return text, good && stray == 0
}

func judgeIndex(w *script.World) (text string, good bool) {
	b, err := container(w).Get("Jones")
	n := strings.Count(string(b.Content), newName)
	if err != nil || n == 0 {
		return "The index does not list 000456.", false
	}
	return "The index lists 000456 " + times(n) + ".", n == 1
}

// storage is one table or container of a story.
type storage struct {
	Title    string
	Entities []table.Entity
	Blobs    []blob.Blob
}

// stored returns the tables and containers of the story, by name.
func (a *State) stored() (list []storage) {
	for _, t := range a.Live.Tables() {
		list = append(list, storage{Title: "Table " + t.Name(), Entities: within(a.Live, t.Name(), "")})
	}
	for _, c := range a.Live.Containers() {
		blobs, _, _ := c.List("", "", blob.MaxList)
		list = append(list, storage{Title: "Container " + c.Name(), Blobs: blobs})
	}
	return list
}
