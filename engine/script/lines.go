package script

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/engine/trace"
)

// maxLines is how many entities, messages or blobs Lines shows.
const maxLines = 20

// shownContent is how many bytes of a blob Lines shows; of a larger one none.
const shownContent = 200

// Lines returns the result as the console prints it: each call that had more
// to it than one answer, what was read, why a page ended, the cost, and a
// refusal with its code.
func (r Result) Lines() []string {
	l := &lines{}
	l.late(r.Late)
	for _, x := range r.Exchanges {
		l.attempts(x)
	}
	l.saved(r)
	if r.Plan != nil {
		l.add(r.Plan.Kind.String() + ". " + r.Plan.Explain())
	}
	l.entities(r)
	l.things(r)
	if v := r.Command.Verb; r.Range > 0 && (v == command.Insert || v == command.InsertOrReplace || v == command.InsertOrMerge) {
		l.add("landed in " + r.rangeName())
	}
	if r.ETag != "" && len(r.Entities) == 0 {
		l.add("ETag " + string(r.ETag))
	}
	l.imported(r.Import)
	l.simulated(r.Simulated)
	if r.Plan != nil {
		l.page(r)
	}
	if r.Cost != (trace.Cost{}) {
		l.add("cost: " + formatCost(r.Cost))
	}
	l.end(r)
	if r.Hint != "" {
		l.add("hint: " + r.Hint)
	}
	return l.list
}

// formatCost returns a cost in words, such as "examined 12, returned 3, pages
// 1, ranges 1".
func formatCost(c trace.Cost) string {
	return "examined " + text.Number(c.Examined) + ", returned " + text.Number(c.Returned) + ", pages " + text.Number(c.Pages) + ", ranges " +
		text.Number(c.Ranges)
}

// formatEntity returns an entity as the language writes its key and
// properties. A selected property that the entity lacks is null.
func formatEntity(e table.Entity) string {
	var b strings.Builder
	b.WriteString(command.FormatKey(e.Key))
	for _, p := range e.Properties {
		b.WriteString(" " + command.Name(p.Name) + "=" + command.FormatValue(p.Value))
	}
	return b.String()
}

type lines struct{ list []string }

func (l *lines) add(s string) { l.list = append(l.list, s) }

func (l *lines) late(arrivals []client.Arrival) {
	for _, a := range arrivals {
		l.add("a late " + a.Call.Verb.String() + " reaches the service: " + outcome(a.Answer))
	}
}

// attempts shows a call that was not simply sent and answered.
func (l *lines) attempts(x client.Exchange) {
	if len(x.Attempts) == 1 && x.Attempts[0].Answered {
		return
	}
	for _, a := range x.Attempts {
		s := x.Call.Verb.String() + ", attempt " + strconv.Itoa(a.Number) + ": "
		switch {
		case a.Answered:
			s += outcome(a.Answer)
		case a.Arrived == 0 && a.Fault.Kind == client.Delayed:
			s += "no answer, the request is under way (delayed)"
		case a.Arrived == 0:
			s += "no answer, the request did not arrive (" + a.Fault.Kind.String() + ")"
		default:
			s += "no answer (" + a.Fault.Kind.String() + "); the service: " + outcome(a.Answer)
		}
		if a.Wait > 0 {
			s += "; waits " + command.FormatDuration(a.Wait)
		}
		l.add(s)
	}
	if x.Misleading() {
		l.add("the caller takes it for failed, and it was done")
	}
}

func outcome(a client.Answer) string {
	if a.Refusal != nil {
		return string(a.Refusal.Code)
	}
	return "done"
}

func (l *lines) saved(r Result) {
	for _, s := range r.Saved {
		what := "done"
		switch {
		case s.Exchange < 0:
			what = "not sent"
		case s.Failed:
			what = "failed, stays pending"
		}
		l.add(s.Call.Verb.String() + " " + command.FormatKey(s.Call.Entity.Key) + ": " + what)
	}
}

func (l *lines) entities(r Result) {
	for i, e := range r.Entities {
		if i == maxLines {
			l.add("and " + text.Number(len(r.Entities)-i) + " more")
			break
		}
		l.add(formatEntity(e))
	}
	if r.Command.Verb == command.Get && len(r.Entities) == 1 {
		l.add("ETag " + string(r.ETag))
	}
}

func (l *lines) things(r Result) {
	for i, m := range r.Messages {
		if i == maxLines {
			break
		}
		l.add("message " + m.ID + " " + command.Quote(m.Text) + ", taken " + text.Times(m.DequeueCount) +
			", visible from " + m.NextVisible.String())
	}
	for i, b := range r.Blobs {
		if i == maxLines {
			l.add("and " + text.Number(len(r.Blobs)-i) + " more")
			break
		}
		l.add("blob " + command.BlobName(b.Name) + ", " + text.Number(len(b.Content)) + " bytes, modified " + b.Modified.String())
		if r.Command.Verb == command.BlobGet && len(b.Content) <= shownContent {
			l.add("content " + command.Quote(b.Content))
		}
	}
}

func (l *lines) imported(i *Imported) {
	if i == nil {
		return
	}
	l.add(text.Number(i.Inserted) + " of " + text.Number(i.Rows) + " rows inserted")
	for _, reason := range i.Reasons {
		s := text.Number(reason.Count) + " left out, row " + text.Number(reason.Row) + " first: "
		if reason.Code != "" {
			s += string(reason.Code) + ". "
		}
		l.add(s + reason.Message)
	}
}

func (l *lines) page(r Result) {
	s := "page ends: " + r.Stop.String()
	if r.Range > 0 {
		s = "page in " + r.rangeName() + " ends: " + r.Stop.String()
	}
	if r.Next == nil {
		l.add(s)
		return
	}
	l.add(s + ", token at " + formatToken(*r.Next))
}

// rangeName is the range that was reached, such as "range 2 of 3".
func (r Result) rangeName() string {
	return "range " + text.Number(r.Range) + " of " + text.Number(r.Ranges)
}

// formatToken returns a continuation token as the language writes it after
// from: PartitionKey, or PartitionKey/RowKey.
func formatToken(t query.ContinuationToken) string {
	if !t.HasRowKey {
		return command.Name(t.NextPartitionKey)
	}
	return command.FormatKey(t.Key())
}

func (l *lines) end(r Result) {
	switch {
	case r.Mistake != "":
		l.add("not done: " + r.Mistake)
	case r.Refusal != nil:
		l.add("refused: " + r.Refusal.Error())
	case r.Unanswered:
		l.add("no answer")
	case r.Command.Verb == command.Batch:
		l.add(text.Number(len(r.Command.Changes)) + " changes done")
	case len(l.list) == 0 && (r.Command.Verb == command.QueueGet || r.Command.Verb == command.QueuePeek):
		l.add("no message")
	case len(l.list) == 0:
		l.add("done")
	}
}
