package static

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// place is a page that can stand in another one, and how.
type place struct {
	Path  string   `json:"path"` // below the base
	Title string   `json:"title"`
	Views []string `json:"views"`           // the first is the usual one; "" is the whole page
	Tasks []string `json:"tasks,omitempty"` // IDs
}

// embeddable are the pages that the page of the embeds offers, as JSON: every lesson with
// the pictures that its first step shows, and the screens.
func embeddable() ([]byte, error) {
	list := []place{
		{Path: "btree", Title: "Index", Views: []string{"tree", ""}},
		{Path: "simulator", Title: "Simulator", Views: []string{"map", ""}},
		{Path: "playground", Title: "Playground", Views: []string{"plan", ""}},
		{Path: "clients", Title: "Two clients", Views: []string{""}},
		{Path: "tokens", Title: "Tokens", Views: []string{""}},
		{Path: "batch", Title: "Batch builder", Views: []string{""}},
		{Path: "across", Title: "Across partitions", Views: []string{""}},
		{Path: "access", Title: "Access", Views: []string{""}},
	}
	for _, f := range content.Files() {
		l, err := lessons.Parse(f.Text)
		if err != nil {
			return nil, fmt.Errorf("lesson %s: %w", f.ID(), err)
		}
		p := place{Path: "lessons/" + l.ID, Title: l.Title, Views: []string{"lesson", "task"}}
		for _, picture := range l.Steps[0].Pictures {
			view := map[lessons.PictureKind]string{lessons.Tree: "tree", lessons.Heat: "map", lessons.Plan: "plan"}[picture.Kind]
			if view != "" && !slices.Contains(p.Views, view) {
				p.Views = append(p.Views, view)
			}
		}
		for _, s := range l.Steps {
			for _, t := range s.Tasks {
				p.Tasks = append(p.Tasks, t.ID)
			}
		}
		list = append(list, p)
	}
	return json.Marshal(list)
}
