package stress

import "context"

// Client sends requests to one table of an account, each once: whether it is tried
// again is the scenario's to say. It may be used from many goroutines.
type Client interface {
	Create(ctx context.Context) error // of the table; ErrTaken or ErrNotMade where it was not made for sure
	Delete(ctx context.Context) error // of the table; no error where there is none
	Send(ctx context.Context, q Request) Answer
}

// Verb is what a Request does.
type Verb uint8

// The verbs. An insert of several rows is one entity group transaction.
const (
	Insert Verb = iota
	Get
)

// Request is about entities of one partition.
type Request struct {
	Verb         Verb
	PartitionKey string
	RowKeys      []string
}

// Answer is what came back. A Status of 0 is no answer at all.
type Answer struct {
	Status int
	Code   string // the service's word for an error, such as ServerBusy
	Why    string // a sentence, where there is no Status
}

// refused reports whether the service would not do the request for its load: 503, the
// 500 of a request that waited too long, and the 429 of Cosmos DB.
func (a *Answer) refused() bool {
	return a.Status == 503 || a.Status == 429 || a.Status == 500 && a.Code == "OperationTimedOut"
}

// done reports whether the request was answered with what the service has to say on
// it. Asking for an entity that is not there is answered with 404.
func (a *Answer) done() bool {
	return a.Status >= 200 && a.Status < 300 || a.Status == 404 && a.Code != "TableNotFound"
}
