package clients

import (
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// callText says in words what a call asks for.
func callText(c client.Call) string {
	switch c.Verb {
	case client.Get, client.Query:
		return "read"
	case client.Batch:
		return "a batch of changes"
	}
	text := map[client.Verb]string{
		client.Insert: "insert", client.Replace: "replace", client.Merge: "merge",
		client.InsertOrReplace: "insert or replace", client.InsertOrMerge: "insert or merge", client.Delete: "delete",
	}[c.Verb]
	if c.Verb == client.Delete {
		return text
	}
	return strings.TrimSpace(text + " " + propertiesText(c.Entity.Properties))
}

// propertiesText lists what is set, such as "Rating = 5, Text = 'Hello'".
func propertiesText(list []table.Property) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = p.Name + " = " + p.Value.String()
	}
	return strings.Join(parts, ", ")
}

// turnText says in words what a step does, for its button and its place in the
// program.
func turnText(t schedule.Turn) string {
	c := t.Command
	var text string
	switch c.Verb {
	case command.Get:
		text = "Read"
	case command.Advance:
		text = "Let " + step.Seconds(c.Duration) + " pass"
	case command.TrackLoad:
		text = "Load into the context"
	case command.TrackOption:
		text = "Use " + c.MergeOption.String()
	case command.TrackEdit:
		text = "Edit the object: " + propertiesText(c.Properties)
	case command.TrackUpdate:
		text = "Mark it as changed"
	case command.TrackDelete:
		text = "Mark it as deleted"
	case command.TrackAttach:
		text = "Attach an object"
	case command.TrackAdd:
		text = "Add an object"
	case command.TrackDetach:
		text = "Detach the object"
	case command.TrackClear:
		text = "Clear the context"
	case command.Save:
		text = strings.TrimSpace("Save changes " + strings.TrimPrefix(command.Command{Verb: command.Save, Save: c.Save}.String(), "save"))
	default:
		text = writeText(t)
	}
	if t.Fault != client.NoFault {
		text += ", " + t.Fault.String()
		if t.Fault == client.Delayed {
			text += " by " + step.Seconds(t.Delay)
		}
	}
	return text
}

func writeText(t schedule.Turn) string {
	c := t.Command
	verbs := map[command.Verb]string{
		command.Insert: "Insert", command.Replace: "Replace", command.Merge: "Merge",
		command.InsertOrReplace: "Insert or replace", command.InsertOrMerge: "Insert or merge", command.Delete: "Delete",
	}
	text := verbs[c.Verb]
	if text == "" {
		return c.String()
	}
	for i, p := range c.Properties {
		if i > 0 {
			text += ","
		}
		if t.Add[p.Name] {
			text += " " + p.Name + " + " + p.Value.String()
		} else {
			text += " " + p.Name + " = " + p.Value.String()
		}
	}
	if t.Whole {
		text += ", with all that was read"
	}
	return text
}

// conditionText says what a step asks of the stored version: "ETag", "*", or
// nothing for a step that asks nothing.
func conditionText(t schedule.Turn) string {
	switch c := t.Command; {
	case c.Verb != command.Replace && c.Verb != command.Merge && c.Verb != command.Delete:
		return ""
	case c.If.Seen:
		return "ETag"
	case c.If.Tag != "" && c.If.Tag != table.AnyETag:
		return string(c.If.Tag)
	}
	return "*"
}

// noteOf says what a command without a call of its own did.
func noteOf(r script.Result) string {
	switch c := r.Command; {
	case r.Mistake != "":
		return r.Mistake
	case c.Verb == command.Advance:
		return step.Seconds(c.Duration) + " pass"
	case c.Verb == command.Fault:
		return ""
	case c.Verb == command.Policy:
		return "Sends again: " + c.Policy.String()
	default:
		return turnText(schedule.Turn{Command: c})
	}
}
