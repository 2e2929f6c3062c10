package clients

import (
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
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
func turnText(t script.Turn) string {
	c := t.Command
	var text string
	switch c.Verb {
	case script.Get:
		text = "Read"
	case script.Advance:
		text = "Let " + step.Seconds(c.Duration) + " pass"
	case script.TrackLoad:
		text = "Load into the context"
	case script.TrackOption:
		text = "Use " + c.MergeOption.String()
	case script.TrackEdit:
		text = "Edit the object: " + propertiesText(c.Properties)
	case script.TrackUpdate:
		text = "Mark it as changed"
	case script.TrackDelete:
		text = "Mark it as deleted"
	case script.TrackAttach:
		text = "Attach an object"
	case script.TrackAdd:
		text = "Add an object"
	case script.TrackDetach:
		text = "Detach the object"
	case script.TrackClear:
		text = "Clear the context"
	case script.Save:
		text = strings.TrimSpace("Save changes " + strings.TrimPrefix(script.Command{Verb: script.Save, Save: c.Save}.String(), "save"))
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

func writeText(t script.Turn) string {
	c := t.Command
	verbs := map[script.Verb]string{
		script.Insert: "Insert", script.Replace: "Replace", script.Merge: "Merge",
		script.InsertOrReplace: "Insert or replace", script.InsertOrMerge: "Insert or merge", script.Delete: "Delete",
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
func conditionText(t script.Turn) string {
	switch c := t.Command; {
	case c.Verb != script.Replace && c.Verb != script.Merge && c.Verb != script.Delete:
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
	case c.Verb == script.Advance:
		return step.Seconds(c.Duration) + " pass"
	case c.Verb == script.Fault:
		return ""
	case c.Verb == script.Policy:
		return "Sends again: " + c.Policy.String()
	default:
		return turnText(script.Turn{Command: c})
	}
}
