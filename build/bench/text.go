package bench

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/query"
)

// answer goes the whole way of a query: text, plan, pages, copied entities,
// and from page to page by the text of the bookmark.
func (r *Run) answer(t *Tally, text string, pageRows int) error {
	request, limits := query.Request{Filter: text, Top: query.NoTop}, query.Limits{PageSize: pageRows}
	plan, err := request.Plan()
	if err != nil {
		return err
	}
	for {
		page, err := query.Run(r.table.Snapshot(), plan, request, limits)
		if err != nil {
			return err
		}
		for _, e := range page.Entities() {
			t.Add(e.Property("Count").Int(), e.Property("Name").Str())
		}
		if page.Next == nil {
			return nil
		}
		if request.Token, err = resent(page.Next); err != nil {
			return err
		}
	}
}

// resent is the bookmark after it was written out and read back.
func resent(t *query.ContinuationToken) (*query.ContinuationToken, error) {
	partition := t.PartitionText()
	row, ok := t.RowText()
	if !ok {
		return query.ParseToken(&partition, nil)
	}
	return query.ParseToken(&partition, &row)
}

// QueryGet is Get by $filter texts.
func (r *Run) QueryGet(n int) (t Tally, err error) {
	for _, i := range r.work.Gets[:n] {
		k := r.work.Key(i)
		if err := r.answer(&t, "PartitionKey eq '"+k.PartitionKey+"' and RowKey eq '"+k.RowKey+"'", PageRows); err != nil {
			return t, err
		}
	}
	return t, nil
}

// QueryRange is Range by $filter texts.
func (r *Run) QueryRange(n int) (t Tally, err error) {
	for _, k := range r.work.Ranges[:n] {
		text := fmt.Sprintf("PartitionKey eq '%s' and RowKey ge '%s' and RowKey lt '%s'", k.PartitionKey, k.Low, k.High)
		if err := r.answer(&t, text, PageRows); err != nil {
			return t, err
		}
	}
	return t, nil
}

// QueryScan is Scan by $filter texts, in pages.
func (r *Run) QueryScan(n int) (t Tally, err error) {
	for _, c := range r.work.Conditions[:n] {
		if err := r.answer(&t, c.text(), PageRows); err != nil {
			return t, err
		}
	}
	return t, nil
}

// QueryPage is Page with copied entities and the text of bookmarks.
func (r *Run) QueryPage(pageRows int) (t Tally, err error) {
	return t, r.answer(&t, "", pageRows)
}
