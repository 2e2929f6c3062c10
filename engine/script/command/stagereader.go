package command

import (
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

func readMergeOption(p *parser, c *Command) {
	c.MergeOption = client.MergeOption(p.oneOf(mergeWords))
}

func readSave(p *parser, c *Command) {
	for {
		switch p.keyword("batch", "continue", "replace") {
		case "batch":
			c.Save |= client.SaveBatch
		case "continue":
			c.Save |= client.ContinueOnError
		case "replace":
			c.Save |= client.ReplaceOnUpdate
		default:
			return
		}
	}
}

func readPolicy(p *parser, c *Command) { c.Policy = client.Policy(p.oneOf(policyWords)) }

func readFault(p *parser, c *Command) {
	c.Fault = client.FaultKind(p.oneOf(faultWords))
	if c.Fault == client.Delayed {
		readDuration(p, c)
	}
}

func readTravel(p *parser, c *Command) {
	c.Duration, c.Timeout = client.DefaultTravel, client.DefaultTimeout
	for p.err == nil {
		switch p.keyword("travel", "timeout") {
		case "travel":
			c.Duration = p.duration()
		case "timeout":
			c.Timeout = p.duration()
		default:
			return
		}
	}
}

func readDuration(p *parser, c *Command) { c.Duration = p.duration() }

func (p *parser) duration() table.Ticks {
	p.space(false)
	start := p.at
	d, ok := parseDuration(p.word())
	if !ok {
		p.failWord(start, "A time belongs here: a number and d, h, m, s or ms, at most 366d, such as 40s or 1.5h.")
	}
	return d
}

func readLimits(p *parser, c *Command) {
	for p.err == nil {
		switch p.keyword("page", "examined", "bytes") {
		case "page":
			c.Page = p.number(query.MaxPageSize, "A page has up to 1,000 entities.")
		case "examined":
			c.Examined = p.number(1_000_000, "A whole number up to 1,000,000 belongs here.")
		case "bytes":
			c.Size = p.number(4<<20, "A whole number up to 4,194,304 belongs here.")
		default:
			return
		}
	}
}

func readBorders(p *parser, c *Command) {
	if !p.ended() {
		c.Borders = p.names(wantPartition, "The PartitionKeys at which a range begins belong here, with a comma between two.")
	}
}

func readQueue(p *parser, c *Command) {
	c.Table = p.nameHere(wantQueue, "The name of a queue belongs here.")
}

func readText(p *parser, c *Command) { c.Text, _ = p.textHere() }

func readVisible(p *parser, c *Command) {
	if p.keyword("for") != "" {
		c.Duration = p.duration()
	}
}

func readPoison(p *parser, c *Command) {
	if p.keyword("after") == "" {
		p.fail(p.at, p.tokenEnd(), "The word after and a number of attempts belong here.")
		return
	}
	c.Page = p.number(1000, "After comes a whole number up to 1,000.")
	if p.keyword("to") == "" {
		p.fail(p.at, p.tokenEnd(), "The word to and the name of a queue belong here.")
		return
	}
	c.Name = p.nameHere(wantQueue, "The name of a queue belongs here.")
}

// readBlob reads container/name; the name of a blob may have more slashes.
func readBlob(p *parser, c *Command) {
	c.Table = p.nameHere(wantContainer, "The name of a container belongs here, then a / and the name of the blob.")
	if p.err == nil && p.peek() != '/' {
		p.fail(p.at, p.tokenEnd(), "After the container comes a / and the name of the blob.")
		return
	}
	for p.err == nil && p.peek() == '/' {
		p.at++
		if c.Name != "" {
			c.Name += "/"
		}
		c.Name += p.nameHere(wantNothing, "The name of a blob belongs here.")
	}
}

func readContainer(p *parser, c *Command) {
	c.Table = p.nameHere(wantContainer, "The name of a container belongs here.")
}

func readList(p *parser, c *Command) {
	c.Table = p.nameHere(wantContainer, "The name of a container belongs here.")
	if p.keyword("prefix") != "" {
		c.Text, _ = p.textHere()
	}
}

// hyphened returns the words of a list of names as one word each.
func hyphened[T interface{ String() string }](values []T) []string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = strings.ReplaceAll(v.String(), " ", "-")
	}
	return words
}

var (
	habitWords  = hyphened(client.Habits())
	policyWords = hyphened(client.Policies())
	mergeWords  = hyphened([]client.MergeOption{client.AppendOnly, client.OverwriteChanges, client.PreserveChanges, client.NoTracking})
	faultWords  = hyphened([]client.FaultKind{client.NoFault, client.RequestLost, client.ResponseLost, client.Delayed, client.Busy})
)
