package clients

import (
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// Explain says in a title and a few sentences what the last step came to.
func (c *State) Explain() (title, text string) {
	if len(c.results) <= c.Begin {
		return "Who goes first?", strings.TrimSpace(c.story.About + " Pick a step for A or for B.")
	}
	d := c.Diagram()
	r := c.results[len(c.results)-1]
	who, name := c.belongs(r.Command), r.Command.Client
	losses := newLosses(d, r)
	switch {
	case who < 0:
		return "The stage is set", noteOf(r) + "."
	case own(r):
		return "This " + statusWord(r) + " is " + name + "'s own doing", "The first try succeeded, and only its answer was lost. " + name +
			" sent the same request again and met the change that it had made itself. Read the entity before you believe that somebody else was " +
			"faster."
	case r.Unanswered:
		return name + " has no answer", name + " cannot know whether the service got the request. To send it again is safe only when doing it " +
			"twice does no harm."
	case len(losses) > 0:
		return losses[0].Of + "'s update is lost", lossText(losses[0]) + " Both clients were told that all went well."
	case r.Refusal != nil && r.Refusal.Code == table.UpdateConditionNotSatisfied:
		return name + " holds a stale version", name + " asked for a change only if the entity is still at " + c.sent(r) + ". It is at " +
			c.current() + " by now. The service answers 412 and changes nothing."
	case r.Refusal != nil:
		return "The service refuses " + name, string(r.Refusal.Code) + ": " + r.Refusal.Message
	case r.Mistake != "":
		return name + " sends nothing", r.Mistake
	}
	return c.plainly(name, r)
}

// plainly explains a step that simply worked.
func (c *State) plainly(name string, r script.Result) (title, text string) {
	switch v := r.Command.Verb; {
	case v == command.Get && len(r.Entities) == 1:
		return name + " has read " + c.current(), "With the entity came its ETag. It names this version, and the next write gives the entity " +
			"another one."
	case v == command.Save && len(r.Saved) == 0:
		return "Nothing to save", "The context holds no change that was marked."
	case v >= command.TrackOption && v < command.Save:
		return name + " talks to its own memory", "The context of the client library has changed. The service knows nothing of it until the " +
			"changes are saved."
	case len(r.Exchanges) > 0 && r.Command.If.Tag == table.AnyETag && single(v):
		return name + " did not look", "If-Match: * turns the check off. It does not mean any version that I know, it means I do not care which."
	case len(r.Exchanges) > 0:
		return name + "'s change is stored", "The entity is at " + c.current() + " now. Whoever sends an older ETag is refused with 412."
	}
	return "Done", noteOf(r) + "."
}

// newLosses are those of the last command.
func newLosses(d *Diagram, r script.Result) []schedule.Loss {
	var list []schedule.Loss
	for _, l := range d.Losses {
		if l.Lost > r.Began {
			list = append(list, l)
		}
	}
	return list
}

func lossText(l schedule.Loss) string {
	if l.Property == "" {
		return l.By + " deleted the entity without having read what " + l.Of + " had written."
	}
	return l.By + " wrote over " + l.Property + " without having read what " + l.Of + " had written."
}

// sent is the version that the last call carried, current the one that is
// stored.
func (c *State) sent(r script.Result) string {
	for i := len(r.Exchanges) - 1; i >= 0; i-- {
		if m := r.Exchanges[i].Call.Match; m != "" {
			return c.Diagram().Name(m)
		}
	}
	return "the version that it read"
}

func (c *State) current() string {
	if e, ok := c.entity(); ok {
		return c.Diagram().Name(e.ETag())
	}
	return "no version"
}

// statusWord is the status of the last refusal, as in "412".
func statusWord(r script.Result) string {
	if r.Refusal == nil {
		return "failure"
	}
	switch r.Refusal.Code {
	case table.UpdateConditionNotSatisfied:
		return "412"
	case table.EntityAlreadyExists:
		return "409"
	case table.ResourceNotFound:
		return "404"
	}
	return "refusal"
}

// retryText says how a client sends again.
func retryText(p client.Policy) string {
	return map[client.Policy]string{
		client.NoRetry: "never", client.Fixed: "after 3 s", client.Exponential: "after 3, 27 and 81 s", client.Library17: "as library 1.7 does",
	}[p]
}
