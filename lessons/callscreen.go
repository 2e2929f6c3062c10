package lessons

import (
	"slices"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/schedule"
)

// screenCalls ask about what two clients do to each other, and about
// transactions.
func screenCalls() []call {
	return []call{
		{"client", nil, text, "the client of the last command; '' for the console", func(f *Facts, a arguments) value {
			return textOf(f.result().Command.Client)
		}, nil},
		{"status", nil, number, "the HTTP status that the client of the last command was told, 0 for none",
			func(f *Facts, a arguments) value { s, _ := f.answered(); return numberOf(s) }, nil},
		{"method", nil, text, "the HTTP method of its last request: GET, POST, PUT, MERGE or DELETE, '' for none",
			func(f *Facts, a arguments) value { _, m := f.answered(); return textOf(m) }, nil},
		{"writes", nil, truth, "the last command asked the Table service for a change", func(f *Facts, a arguments) value {
			for _, x := range f.result().Exchanges {
				if x.Call.Verb != client.Get && x.Call.Verb != client.Query {
					return truthOf(true)
				}
			}
			return truthOf(false)
		}, nil},
		{"lost", []param{{name: "client", kind: text, optional: true}}, number,
			"updates, or those of the client, that another client wrote over without having read them", func(f *Facts, a arguments) value {
				return numberOf(f.lost(a.text(0)))
			}, nil},
		{"orders", []param{{name: "end", kind: text, words: orderEnds}}, number,
			"in how many orders the two programs of the screen end like that: fine, refused, or lost; all is how many orders there are",
			func(f *Facts, a arguments) value { return numberOf(f.orders(a.text(0))) }, nil},
		{"changes", nil, number, "how many changes the last command had, 0 if it was no batch", func(f *Facts, a arguments) value {
			return numberOf(len(f.result().Command.Changes))
		}, nil},
	}
}

// lost counts the updates of one client, of all for "", that were lost since the
// step began.
func (f *Facts) lost(of string) int {
	if f.World == nil {
		return 0
	}
	var j schedule.Judge
	for _, r := range f.before() {
		j.Watch(r)
	}
	j.Losses = nil
	for i := range f.upto {
		j.Watch(f.moments[i].result)
	}
	var seen []schedule.Loss
	for _, l := range j.Losses {
		l.Property, l.By, l.Lost = "", "", 0
		if (of == "" || l.Of == of) && !slices.Contains(seen, l) {
			seen = append(seen, l)
		}
	}
	return len(seen)
}

// answered returns the last status that the client of the last command heard,
// and the method of its last request.
func (f *Facts) answered() (status int, method string) {
	if f.upto == 0 {
		return 0, ""
	}
	for _, m := range f.World.Traffic(f.World.Position() - len(f.moments) + f.upto - 1) {
		if method = m.Request.Method; m.Heard {
			status = m.Response.Status
		}
	}
	return status, method
}

// before returns what the commands did that set the stage.
func (f *Facts) before() []script.Result {
	list := make([]script.Result, max(0, f.World.Position()-len(f.moments)))
	for n := range list {
		list[n] = f.World.Result(n)
	}
	return list
}

// orderEnds are the ways in which an order can end, in the order of
// schedule.Verdict, and all of them.
var orderEnds = []string{"fine", "refused", "lost", "all"}

// Ends is how the orders of two programs end, from where a step begins. It is
// worked out once; the zero value is not yet.
type Ends struct {
	known bool
	count [4]int // by orderEnds
}

// orders counts the orders of the screen's programs that end in a way.
func (f *Facts) orders(end string) int {
	if f.World == nil || f.Screen == nil || f.Ends == nil {
		return 0
	}
	if !f.Ends.known {
		f.tryOrders()
	}
	return f.Ends.count[slices.Index(orderEnds, end)]
}

// tryOrders runs the programs in every order from where the step began, and
// leaves the World where it stands.
func (f *Facts) tryOrders() {
	before, at := f.before(), f.World.Position()
	f.World.Seek(len(before))
	o := schedule.NewOrders(f.World, before, f.Screen.Program(Clients[0]), f.Screen.Program(Clients[1]))
	f.Ends.known = true
	for order, ok := o.Next(); ok; order, ok = o.Next() {
		f.Ends.count[order.Verdict]++
		f.Ends.count[len(orderEnds)-1]++
	}
	f.World.Seek(at)
}
