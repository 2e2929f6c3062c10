package runs

// PageMark is where a page of a scan began.
type PageMark struct {
	Row   int
	Empty bool // it holds no entity, and only a token
}

// markedPages is how many pages a run may have for each to be marked: of a load of
// scans the marks would cover the map.
const markedPages = 200

// Pages returns the pages of scans that began in a column, or none where there
// are too many in all. Of several in one row it is one of each kind.
func (r *Run) Pages(column int) (out []PageMark) {
	if total := r.sim.Total(); total.Pages == 0 || total.Pages > markedPages {
		return nil
	}
	heat := r.sim.Heat()
	each := r.window / heat.Span
	for i := int64(column) * each; i < int64(column+1)*each && int(i) < len(heat.Columns); i++ {
		for row := range heat.Rows {
			if heat.Columns[i].Pages[row] > heat.Columns[i].Empty[row] {
				out = append(out, PageMark{row, false})
			}
			if heat.Columns[i].Empty[row] > 0 {
				out = append(out, PageMark{row, true})
			}
		}
	}
	return out
}
