package wire

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// call is one request on its way through the service, or one operation inside
// a $batch.
type call struct {
	service *Service
	req     *Request
	now     table.Ticks
	id      string // of the request
	op      Operation
	target  target
	base    string   // of the URLs in the answer, without a slash at the end
	page    string   // the URL does not reach the service: the page to answer with
	early   *Refusal // found in the URL or the verb; told after authorisation
	grant   Grant
	format  format
	match   string // If-Match, if matched
	matched bool
}

// read takes the URL and the verb apart.
func (c *call) read() {
	origin, path, query := SplitURL(c.req.URL)
	c.op.Now, c.op.Path = c.now, path
	if len(c.req.URL) > MaxURL {
		c.early = &Refusal{Code: table.InvalidInput, Message: msgInput, Status: 414}
		return
	}
	decoded, ok := encoding.Unescape(path, false)
	if !ok {
		decoded = "\xFF" // refused like a text that is not UTF-8
	}
	if c.page = urlPage(decoded); c.page != "" {
		if c.op.Inner { // it did not pass HTTP.SYS: the service's own check refuses it
			c.page, c.early = "", Refuse(table.OutOfRangeInput, msgRange)
		}
		return
	}
	c.op.Query, c.early = ParseQuery(query)
	decoded = c.locate(origin, decoded)
	if c.target.refusal == nil {
		account := c.target.account
		c.target = parsePath(decoded)
		c.target.account = account
	}
	if c.early == nil {
		c.early = c.target.refusal
	}
	c.op.Table, c.op.Key, c.op.HasKey = c.target.table, c.target.key, c.target.place == oneEntity
	c.classify()
	c.format = negotiate(&c.op, c.req.Header)
}

// locate tells whether the account is in the host or is the first segment of
// the path, and returns the path without it.
func (c *call) locate(origin, path string) string {
	host := c.req.Header.Get("Host")
	if c.op.Inner {
		return c.locateInside(path)
	}
	scheme := "http://"
	if c.req.Secure {
		scheme = "https://"
	}
	if origin != "" {
		scheme, host, _ = strings.Cut(origin, "://")
		scheme += "://"
	}
	label, _, _ := strings.Cut(host, ".")
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case c.isAccount(label):
		path = strings.TrimPrefix(path, "/")
	case c.isAccount(first):
		c.op.PathStyle = true
		c.target.account = "/" + first
		path = rest
	case host == "": // nothing says which account is meant; there is one
		host = c.service.Name + ".table.core.windows.net"
		scheme = "https://"
	default:
		c.target.refusal = refuseAbsent()
	}
	c.base = scheme + host + c.target.account
	return path
}

// locateInside removes the account from the URL of an operation in a batch,
// which is written like that of the batch.
func (c *call) locateInside(path string) string {
	path = strings.TrimPrefix(path, "/")
	first, rest, _ := strings.Cut(path, "/")
	if c.op.PathStyle && c.isAccount(first) {
		return rest
	}
	return path
}

const secondarySuffix = "-secondary"

// isAccount reports whether a label of the host or of the path is the account,
// and notes it if it is the secondary endpoint.
func (c *call) isAccount(label string) bool {
	if strings.EqualFold(label, c.service.Name) {
		return true
	}
	name, secondary := strings.CutSuffix(label, secondarySuffix)
	if secondary && strings.EqualFold(name, c.service.Name) {
		c.op.Secondary = true
		return true
	}
	return false
}

// run authorises the request, checks what all requests have in common, and
// does it.
func (c *call) run() (answer, *Refusal) {
	if err := c.authorize(); err != nil {
		return answer{}, err
	}
	if c.early != nil {
		return answer{}, c.early
	}
	if err := c.checkRequest(); err != nil {
		return answer{}, err
	}
	switch c.op.Kind {
	case QueryTables:
		return c.queryTables()
	case GetTable:
		return c.getTable()
	case CreateTable:
		return c.createTable()
	case DeleteTable:
		return c.deleteTable()
	case QueryEntities:
		return c.queryEntities()
	case GetEntity:
		return c.getEntity()
	case InsertEntity:
		return c.insertEntity()
	case EntityGroupTransaction:
		return c.transact()
	}
	return c.changeEntity()
}

func (c *call) authorize() *Refusal {
	if c.service.Authorize == nil {
		return nil
	}
	if c.req.trusted || c.req.read != nil {
		return nil
	}
	var refusal *Refusal
	c.grant, refusal = c.service.Authorize(*c.req, c.op)
	return refusal
}

// checkRequest applies the rules that hold for every operation.
func (c *call) checkRequest() *Refusal {
	if len(c.req.Header) > MaxHeaders {
		return &Refusal{Code: table.InvalidInput, Message: msgInput, Status: 431}
	}
	if v := c.req.Header.Get("x-ms-version"); v != "" && !KnownVersion(v) { // some clients leave it blank inside a batch
		return Refuse(InvalidHeaderValue, msgHeaderValue)
	}
	if c.format.level == atom && c.op.Kind.answersJSON() && !c.withoutContent() {
		return Refuse(AtomFormatNotSupported, msgAtom)
	}
	if c.op.Secondary && c.op.Kind.writes() {
		return Refuse(InsufficientAccountPermissions, "Write operations are not allowed.")
	}
	if err := c.checkConditions(); err != nil {
		return err
	}
	if len(c.req.Body) > MaxBody {
		return refuseLarge()
	}
	if c.op.Kind.readsJSON() {
		return c.req.checkContentType()
	}
	return nil
}

// checkContentType refuses a body that does not claim to be JSON. None at all
// is taken for JSON.
func (r *Request) checkContentType() *Refusal {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if kind = strings.TrimSpace(kind); kind != "" && !strings.EqualFold(kind, "application/json") {
		return Refuse(AtomFormatNotSupported, msgAtom)
	}
	return nil
}

// openTable returns the table of an operation on entities.
func (c *call) openTable() (*table.Table, *Refusal) {
	t, err := c.service.Tables.Table(c.op.Table, c.now)
	if err != nil {
		return nil, RefusalOf(err)
	}
	return t, nil
}
