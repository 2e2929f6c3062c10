package wire

import (
	"strings"

	"github.com/keyrange/keyrange/engine/query"
)

// options are the query options of a request.
type options struct {
	filter    string
	names     []string // of $select
	selection string   // $select as given, without spaces around it
	hasSelect bool
	top       int
}

// unsupported are the options of OData that the service does not implement.
var unsupported = [...]string{"$orderby", "$skip", "$expand", "$inlinecount", "$count", "$skiptoken"}

// readOptions reads $filter, $select and $top (Query operators supported for
// the Table service, REST reference).
func readOptions(op *Operation) (options, *Refusal) {
	o := options{top: query.NoTop}
	for _, name := range unsupported {
		if _, ok := op.Parameter(name); ok {
			return o, RefuseUnimplemented()
		}
	}
	o.filter, _ = op.Parameter("$filter")
	if text, ok := op.Parameter("$top"); ok {
		top, err := query.ParseTop(text)
		if err != nil {
			return o, refuseInput()
		}
		o.top = top
	}
	return o, o.readSelect(op)
}

func (o *options) readSelect(op *Operation) *Refusal {
	text, ok := op.Parameter("$select")
	if !ok {
		return nil
	}
	names, err := query.ParseSelect(text)
	if err != nil {
		return refuseInput()
	}
	o.names, o.selection, o.hasSelect = names, strings.TrimSpace(text), true
	return nil
}

// readToken reads where the page of a query starts.
func readToken(op *Operation) (*query.ContinuationToken, *Refusal) {
	var partition, row *string
	if text, ok := op.Parameter("NextPartitionKey"); ok {
		partition = &text
	}
	if text, ok := op.Parameter("NextRowKey"); ok {
		row = &text
	}
	token, err := query.ParseToken(partition, row)
	if err != nil {
		return nil, refuseInput()
	}
	return token, nil
}
