package script

import (
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// set does the commands that set the stage.
func (r *run) set() {
	c := &r.command
	switch c.Verb {
	case command.Policy:
		r.speaker.policy = c.Policy
	case command.Fault:
		if len(r.network.Faults()) >= MaxFaults {
			r.mistake("There are 100 faults waiting already, which is the most.")
			return
		}
		r.network.Fail(client.Fault{Kind: c.Fault, Delay: c.Duration})
	case command.Network:
		r.network.Travel, r.network.Timeout = c.Duration, c.Timeout
	case command.Advance:
		r.advance(c.Duration)
	case command.Limits:
		r.page, r.examined, r.size = c.Page, c.Examined, c.Size
	case command.Split:
		r.split()
	}
}

// split sets where the ranges of a table begin.
func (r *run) split() {
	if !r.hasTable() {
		return
	}
	r.setBorders(r.command.Borders)
}

// hasTable reports whether the command's table is there, and says so if not.
func (r *run) hasTable() bool {
	_, err := r.tables.Table(r.command.Table, r.now)
	if err != nil {
		r.refuse(err)
	}
	return err == nil
}

// refuse takes a refusal of the engine into the result.
func (r *run) refuse(err error) {
	if refusal, ok := err.(*table.Error); ok {
		r.result.Refusal = refusal
		return
	}
	r.mistake(err.Error())
}

// design sets the key templates of a table that is there or is yet to come.
func (r *run) design() {
	d, ok := r.templates()
	if !ok {
		return
	}
	folded := strings.ToLower(r.command.Table)
	if _, known := r.designs[folded]; !known && len(r.designs) >= MaxTables {
		r.mistake("There are 200 designs already, which is the most.")
		return
	}
	r.designs[folded] = d
}

// templates returns the command's key templates, if they can be read.
func (r *run) templates() (keys.Design, bool) {
	d := keys.Design{PartitionKey: r.command.PartitionKey, RowKey: r.command.RowKey}
	for _, text := range []string{d.PartitionKey, d.RowKey} {
		if _, err := keys.Parse(text); err != nil {
			r.mistake("The template " + command.Quote(text) + " cannot be read. " + err.Error())
			return d, false
		}
	}
	return d, true
}
