package wire

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// batchBody is what a $batch holds: a changeset, or one query.
type batchBody struct {
	changes []Request
	query   *Request
}

// transact is an entity group transaction, or a query in the form of one. A
// batch that cannot be read is refused as a whole; what one of its operations
// does wrong is told inside the answer, whose status is 202 all the same.
func (c *call) transact() (answer, *Refusal) {
	b, err := readBatch(c.req)
	if err != nil {
		return answer{}, err
	}
	g := group{c, newParts(c.service)}
	if b.query != nil {
		g.query(b.query)
	} else {
		g.changeset(b.changes)
	}
	return answer{status: 202, contentType: g.out.contentType(), body: g.out.close()}, nil
}

// readBatch takes the multipart body apart (Performing entity group
// transactions, REST reference): one changeset and nothing else, or one query
// and nothing else.
func readBatch(req *Request) (batchBody, *Refusal) {
	boundary, ok := boundaryOf(req.Header.Get("Content-Type"))
	if !ok {
		return batchBody{}, refuseInput()
	}
	parts, ok := splitParts(req.Body, boundary, 2)
	if !ok || len(parts) != 1 {
		return batchBody{}, refuseInput()
	}
	mime, content, ok := cutFields(parts[0])
	if !ok {
		return batchBody{}, refuseInput()
	}
	if boundary, nested := boundaryOf(mime.Get("Content-Type")); nested {
		return readChangeset(content, boundary)
	}
	inner, ok := parseInner(parts[0])
	if !ok || inner.Method != "GET" { // a write stands in a changeset
		return batchBody{}, refuseInput()
	}
	return batchBody{query: &inner}, nil
}

// ReadsOnly reports whether a request changes nothing: by its verb, or because
// it is a batch that holds a query.
func (s *Service) ReadsOnly(req Request) bool {
	switch req.Method {
	case "GET", "HEAD", "OPTIONS":
		return true
	case "POST":
		return len(req.Body) <= MaxBody && bytes.Contains(req.Body, []byte("GET ")) && s.holdsQuery(req)
	}
	return false
}

func (s *Service) holdsQuery(req Request) bool {
	c := call{service: s, req: &req}
	if c.read(); c.op.Kind != EntityGroupTransaction {
		return false
	}
	b, err := readBatch(&req)
	return err == nil && b.query != nil
}

func readChangeset(content []byte, boundary string) (batchBody, *Refusal) {
	parts, ok := splitParts(content, boundary, MaxParts)
	if !ok || len(parts) == 0 {
		return batchBody{}, refuseInput()
	}
	b := batchBody{changes: make([]Request, len(parts))}
	for i, part := range parts {
		if b.changes[i], ok = parseInner(part); !ok || b.changes[i].Method == "GET" {
			return batchBody{}, refuseInput()
		}
	}
	return b, nil
}

// inner returns the call of one operation inside the batch.
func (c *call) inner(req *Request) *call {
	in := &call{service: c.service, req: req, now: c.now, id: c.id, base: c.base}
	in.op.Inner, in.op.PathStyle, in.op.Secondary, in.op.Outer = true, c.op.PathStyle, c.op.Secondary, c.op.Query
	req.Client, req.Secure = c.req.Client, c.req.Secure
	in.read()
	return in
}

// group does the operations of one $batch, and writes their answers into that of
// the request around them.
type group struct {
	around *call
	out    *parts
}

// admit authorises an operation by the request around it and checks what all
// operations have in common.
func (g group) admit(in *call) *Refusal {
	if in.service.Authorize != nil {
		var err *Refusal
		if in.grant, err = in.service.Authorize(*g.around.req, in.op); err != nil {
			return err
		}
	}
	if in.early != nil {
		return in.early
	}
	return in.checkRequest()
}

// query answers the one query of a batch.
func (g group) query(req *Request) {
	in := g.around.inner(req)
	a, err := answer{}, g.admit(in)
	if err == nil {
		switch in.op.Kind {
		case GetEntity:
			a, err = in.getEntity()
		case QueryEntities:
			a, err = in.queryEntities()
		default:
			err = refuseInput()
		}
	}
	if err != nil {
		a = in.refused(prefixed(err, "0:"))
	}
	g.out.add(in, &a)
}

func prefixed(r *Refusal, prefix string) *Refusal {
	with := *r
	with.Message = prefix + r.Message
	return &with
}

// changeset does the operations of a changeset, all or none.
func (g group) changeset(requests []Request) {
	calls := make([]*call, 0, len(requests))
	x := make(table.EntityGroupTransaction, 0, len(requests))
	var wrong *Refusal // with the operation at len(x)
	for i := range requests {
		in := g.around.inner(&requests[i])
		calls = append(calls, in)
		var change table.Change
		if wrong = g.admit(in); wrong == nil {
			change, wrong = innerChange(in, calls[0])
		}
		if wrong != nil {
			break
		}
		x = append(x, change)
	}
	g.out.openChangeset()
	sawChanges(g.around, calls[0].op.Table, x)
	t, tags, failed := execute(calls, x, wrong)
	if failed != nil {
		in := calls[min(failed.index, len(calls)-1)]
		a := in.refused(failed.refusal)
		g.out.add(in, &a)
		return
	}
	for i, in := range calls {
		a := answer{status: 204, etag: tags[i], bare: true}
		if in.op.Kind == InsertEntity {
			a = in.inserted(t, x[i].Entity.Key, tags[i])
		}
		g.out.add(in, &a)
	}
}

// innerChange reads one operation. All are on the table of the first: another
// table is another entity group.
func innerChange(in, first *call) (table.Change, *Refusal) {
	if !in.op.Kind.writesEntity() {
		return table.Change{}, refuseInput()
	}
	change, err := in.readChange(nil)
	if err == nil && !strings.EqualFold(in.op.Table, first.op.Table) {
		err = Refuse(table.CommandsInBatchActOnDifferentPartitions, "All commands in a batch must operate on same entity group.")
	}
	return change, err
}

// failure is why a changeset changed nothing, and the operation at fault.
type failure struct {
	refusal *Refusal // its message has the prefix
	index   int
}

// execute applies the operations that were read. wrong is what is the matter
// with the one after them; what is wrong with those before comes first.
func execute(calls []*call, x table.EntityGroupTransaction, wrong *Refusal) (*table.Table, []table.ETag, *failure) {
	if wrong != nil {
		if failed := checkBefore(x); failed != nil {
			return nil, nil, failed
		}
		return nil, nil, &failure{prefixed(wrong, strconv.Itoa(len(x))+":"), len(x)}
	}
	t, err := calls[0].openTable()
	if err != nil {
		if failed := checkBefore(x); failed != nil {
			return nil, nil, failed
		}
		return nil, nil, &failure{prefixed(err, "0:"), 0}
	}
	tags, refused := t.Execute(x, calls[0].now)
	if refused != nil {
		return nil, nil, failureOf(refused)
	}
	return t, tags, nil
}

// checkBefore checks what can be checked without the table.
func checkBefore(x table.EntityGroupTransaction) *failure {
	if len(x) == 0 {
		return nil
	}
	if err := table.New("").CheckTransaction(x); err != nil {
		return failureOf(err)
	}
	return nil
}

func failureOf(err error) *failure {
	failed, ok := err.(*table.TransactionError)
	if !ok {
		return &failure{RefusalOf(err), 0}
	}
	r := RefusalOf(failed.Err)
	r.Message = failed.Message()
	return &failure{r, failed.Index}
}
