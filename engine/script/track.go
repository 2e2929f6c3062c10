package script

import (
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// track does what a client does with its tracking context.
func (r *run) track() {
	c, context := &r.command, &r.speaker.context
	e := table.Entity{Key: c.Key, Properties: c.Properties}
	if len(context.Objects()) >= MaxTracked && (c.Verb == command.TrackAdd || c.Verb == command.TrackAttach || c.Verb == command.TrackLoad) {
		r.mistake("The context tracks 1,000 entities already, which is the most here.")
		return
	}
	switch c.Verb {
	case command.TrackOption:
		context.MergeOption = c.MergeOption
	case command.TrackClear:
		*context = client.Context{MergeOption: context.MergeOption}
	case command.TrackAdd:
		context.AddObject(c.Table, e)
	case command.TrackAttach:
		_, err := context.AttachTo(c.Table, e, c.If.Tag)
		r.misuse(err)
	case command.TrackLoad:
		r.load()
	case command.Save:
		r.save()
	default:
		r.tracked()
	}
}

func (r *run) misuse(err error) {
	if err != nil {
		r.mistake(err.Error())
	}
}

// tracked does the commands about one tracked object.
func (r *run) tracked() {
	c, context := &r.command, &r.speaker.context
	o, ok := context.Find(c.Table, c.Key)
	if !ok {
		r.misuse(client.NotTracked)
		return
	}
	switch c.Verb {
	case command.TrackDetach:
		r.misuse(context.Detach(o.ID))
	case command.TrackEdit:
		r.misuse(context.Edit(o.ID, c.Properties...))
	case command.TrackUpdate:
		r.misuse(context.UpdateObject(o.ID))
	case command.TrackDelete:
		r.misuse(context.DeleteObject(o.ID))
	}
}

// load reads one page into the context.
func (r *run) load() {
	a, ok := r.send(client.Call{Verb: client.Query, Table: r.command.Table, Query: r.command.Query})
	if !ok {
		return
	}
	r.show(a)
	r.result.Select = r.command.Query.Select
	r.speaker.context.Load(r.command.Table, a.Entities)
}

// save sends the pending changes.
func (r *run) save() {
	caller := r.caller()
	report, err := r.speaker.context.SaveChanges(r.command.Save, caller)
	r.now = caller.Now
	if err != nil {
		r.misuse(err)
		return
	}
	var refusal *table.Error
	unanswered := false
	for _, x := range report.Exchanges {
		r.took(x)
		if refusal == nil {
			refusal = r.result.Refusal
		}
		unanswered = unanswered || r.result.Unanswered
	}
	r.result.Refusal, r.result.Unanswered = refusal, unanswered
	r.result.Saved = report.Changes
}
