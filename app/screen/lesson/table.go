package lesson

import (
	"slices"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// The most of a table that a ledger shows.
const (
	maxLessonRows    = 40
	maxLessonColumns = 5
)

// LessonTable is a table in the order of its keys, as a picture and as a table: what
// the last command wrote, read and returned is marked.
type LessonTable struct {
	Name    string
	Missing bool // there is no such table
	Columns []string
	Rows    []LessonRow
	Total   int
	Later   bool // the rows do not begin with the first of the table
	Ranges  int
	Token   *query.ContinuationToken // where the next page starts
	Ended   bool                     // the token lies behind the last row that is shown
}

// LessonRow is an entity.
type LessonRow struct {
	Key       table.Key
	Cells     []string // of the columns; "" where the entity has no such property
	More      int      // properties without a column
	First     bool     // of its partition
	Range     int      // number of its range, from 0
	Begins    bool     // it is the first of its range that is shown
	Written   bool     // by the last command
	Examined  bool     // by the last query
	Returned  bool
	TokenHere bool // the next page starts here
	Page      int  // of a reading of several pages, from 1; 0: of none
	Turns     bool // it is the first of its page that is shown
}

// table returns a table of the World on the stage.
func (s shown) table(name string) LessonTable { return lessonTable(s, name) }

func lessonTable(stage shown, name string) LessonTable {
	w, last := stage.world, stage.last
	t, err := w.Table(name)
	if err != nil {
		return LessonTable{Name: name, Missing: true}
	}
	s := t.Snapshot()
	l := LessonTable{Name: name, Total: s.Len(), Ranges: 1 + len(w.Borders(name))}
	mine := last != nil && (last.Command.Table == name || last.Command.Verb == command.Next)
	var rows []table.Row
	if mine && l.Total > maxLessonRows {
		from := firstTouched(last)
		rows = rowsFrom(s, from)
		l.Later = len(rows) > 0 && from != (table.Key{})
	}
	if len(rows) == 0 {
		rows = rowsFrom(s, table.Key{})
	}
	l.columns(rows)
	borders, at := w.Borders(name), 0
	for i, r := range rows {
		row := l.row(r)
		row.First = i == 0 || rows[i-1].PartitionKey() != r.PartitionKey()
		for at < len(borders) && table.CompareUTF16(borders[at], r.PartitionKey()) <= 0 {
			at++
		}
		row.Range = at
		row.Begins = i == 0 || l.Rows[i-1].Range != at
		l.Rows = append(l.Rows, row)
	}
	if mine {
		l.mark(last)
		l.turn(stage.pages)
	}
	return l
}

// firstTouched is where a command began to read, or what it wrote.
func firstTouched(r *script.Result) table.Key {
	if r.Plan != nil && len(r.Exchanges) > 0 {
		return readsFrom(r)
	}
	return r.Command.Key
}

// rowsFrom returns as many rows as a ledger shows, from a key on.
func rowsFrom(s *table.Snapshot, from table.Key) (rows []table.Row) {
	s.Scan(from, func(some []table.Row) bool {
		rows = append(rows, some[:min(len(some), maxLessonRows-len(rows))]...)
		return len(rows) < maxLessonRows
	})
	return rows
}

// columns takes the names of the properties in the order in which they come.
func (l *LessonTable) columns(rows []table.Row) {
	seen := map[string]bool{}
	for _, r := range rows {
		for _, p := range r.AppendProperties(nil) {
			if !seen[p.Name] && len(l.Columns) < maxLessonColumns {
				l.Columns = append(l.Columns, p.Name)
			}
			seen[p.Name] = true
		}
	}
}

func (l *LessonTable) row(r table.Row) LessonRow {
	row := LessonRow{Key: r.Key(), Cells: make([]string, len(l.Columns))}
	shown := 0
	for i, name := range l.Columns {
		v := r.Property(name)
		if v.IsNull() {
			continue
		}
		shown++
		if row.Cells[i] = v.String(); v.Type() == table.String {
			row.Cells[i] = "'" + v.Str() + "'"
		}
	}
	row.More = len(r.AppendProperties(nil)) - shown
	return row
}

// turn tells the rows which page of a reading they were read on, if it has several.
func (l *LessonTable) turn(pages []script.Result) {
	if len(pages) < 2 || pages[0].Exchanges[0].Call.Table != l.Name {
		return
	}
	returned := map[table.Key]bool{}
	for _, page := range pages {
		for _, e := range page.Entities {
			returned[e.Key] = true
		}
	}
	end, before := pages[len(pages)-1].Next, 0
	for i := range l.Rows {
		r := &l.Rows[i]
		if end != nil && r.Key.Compare(end.Key()) >= 0 || !pages[0].Plan.Covers(r.Key) {
			continue
		}
		for n := range pages {
			if r.Key.Compare(readsFrom(&pages[n])) >= 0 {
				r.Page = n + 1
			}
		}
		r.Returned, r.Examined = returned[r.Key], r.Page > 0
		r.Turns, before = r.Page != before, r.Page
	}
}

// mark tells the rows what the last command did with them.
func (l *LessonTable) mark(last *script.Result) {
	returned := map[table.Key]bool{}
	for _, e := range last.Entities {
		returned[e.Key] = true
	}
	written := map[table.Key]bool{}
	if last.OK() && last.Command.Verb != command.Get {
		written[last.Command.Key] = true
		for _, c := range last.Command.Changes {
			written[c.Key] = true
		}
	}
	l.Token = last.Next
	for i := range l.Rows {
		r := &l.Rows[i]
		r.Returned, r.Written = returned[r.Key], written[r.Key]
		if l.Token != nil && !l.Ended && r.Key.Compare(l.Token.Key()) >= 0 {
			r.TokenHere, l.Ended = true, true
		}
		r.Examined = last.Plan != nil && len(last.Exchanges) > 0 && !l.Ended && last.Plan.Covers(r.Key) && r.Key.Compare(readsFrom(last)) >= 0
	}
}

// dataSample is a data set as its rows are before an import, the first of them.
type dataSample struct {
	name    string
	columns []string
	rows    [][]string
	total   int
}

// maxSampled is how many rows of a data set are shown.
const maxSampled = 8

// dataOf returns the data sets that the commands of a step import, each once.
func dataOf(p *State) (list []*dataSample) {
	step, _ := p.session().Step()
	commands := slices.Clone(step.Start)
	for i := range step.Tasks {
		commands = append(commands, step.Tasks[i].Solution...)
	}
	for _, d := range step.Demos {
		commands = append(commands, d.Commands...)
	}
	for _, c := range commands {
		if c.Verb != command.Import || c.Format != command.DataSet {
			continue
		}
		if s := sampleOf(p, c.Text); s.total > 0 && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// sampleOf returns the first rows of a data set of the lesson. It is read once.
func sampleOf(p *State, name string) *dataSample {
	if s := p.samples[name]; s != nil {
		return s
	}
	s := &dataSample{name: name}
	p.samples[name] = s
	data := p.Content.Data[name]
	reader, err := dataset.NewReader(name, data, dataset.Sniff(name, data))
	if err != nil {
		return s
	}
	for !reader.Step(1000) {
	}
	set := reader.Dataset()
	s.total = set.Len()
	for _, c := range set.Columns[:min(len(set.Columns), maxLessonColumns+2)] {
		s.columns = append(s.columns, c.Name)
	}
	for row := range min(s.total, maxSampled) {
		cells := make([]string, len(s.columns))
		for col := range cells {
			if v := set.Value(row, col); !v.IsNull() {
				cells[col] = v.String()
			}
		}
		s.rows = append(s.rows, cells)
	}
	return s
}
