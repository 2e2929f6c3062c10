package batch

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// Every preset but the first two breaks the rule that it is named for, and the
// service refuses it with that rule's code, at that place and with that status.
// What the page says beforehand is what the service then does.
func TestBatchPresets(t *testing.T) {
	want := map[string]struct {
		code   table.Code
		failed int
		rule   int
		inside string // the status line of the part, or of the answer
	}{
		"rent":       {"", -1, -1, "204 No Content"},
		"verbs":      {"", -1, -1, "204 No Content"},
		"partitions": {table.CommandsInBatchActOnDifferentPartitions, 1, 0, "400 Bad Request"},
		"twice":      {table.InvalidDuplicateRow, 2, 1, "400 Bad Request"},
		"many":       {table.InvalidInput, 99, 2, "400 Bad Request"},
		"large":      {wire.RequestBodyTooLarge, -1, 3, ""},
		"stale":      {table.UpdateConditionNotSatisfied, 1, 6, "412 Precondition Failed"},
		"missing":    {table.ResourceNotFound, 2, 5, "404 Not Found"},
		"exists":     {table.EntityAlreadyExists, 2, 4, "409 Conflict"},
		"properties": {table.TooManyProperties, 1, 7, "400 Bad Request"},
		"value":      {table.PropertyValueTooLarge, 1, 8, "400 Bad Request"},
		"entity":     {table.EntityTooLarge, 1, 9, "400 Bad Request"},
		"key":        {table.OutOfRangeInput, 1, 10, "400 Bad Request"},
	}
	b := NewState()
	for _, p := range Presets() {
		t.Run(p.ID, func(t *testing.T) {
			w, ok := want[p.ID]
			if !ok {
				t.Fatal("a preset that no test knows")
			}
			b.Take(p)
			v := *b.View()
			if v.Code != w.code || v.Failed != w.failed {
				t.Fatalf("before it is sent: %q at %d, want %q at %d", v.Code, v.Failed, w.code, w.failed)
			}
			for i, places := range v.Rules {
				if (len(places) > 0) != (i == w.rule) {
					t.Errorf("rule %q is broken at %v, want only rule %d broken", batchRules[i].Title, places, w.rule)
				}
			}
			b.Send()
			r := b.Live.Result(b.Live.Position() - 1)
			if r.OK() != (w.code == "") || r.Refusal != nil && (r.Refusal.Code != w.code || r.Refusal.Message != v.Message) {
				t.Errorf("sent: %v, want %q %q", r.Refusal, w.code, v.Message)
			}
			m, _ := b.Message()
			status := 202
			if w.code == wire.RequestBodyTooLarge {
				status = 413
			}
			if text := m.Response.String(); m.Response.Status != status || !strings.Contains(text, w.inside) || !strings.Contains(text, strings.SplitN(v.Message, ".", 2)[0]) {
				t.Errorf("response %d, want %d with %q and %q:\n%.900s", m.Response.Status, status, w.inside, v.Message, text)
			}
			if string(m.Request.Body) != string(v.Request.Body) {
				t.Error("the request that was shown is not the one that was sent")
			}
		})
	}
}

// A batch that fails leaves every entity with the version that it had; one
// that works changes all of them, and a query sees none or all of the changes
// on one page.
func TestBatchLedger(t *testing.T) {
	b := NewState()
	p, _ := presetByID("exists")
	b.Take(p)
	b.Send()
	fates := map[string]batchFate{"Member": rolledBack, "Rental_Jaws": refusedOne, "Rental_Psycho": rolledBack}
	for _, r := range b.View().Rows {
		if (r.Before == nil) != (r.After == nil) || r.Before != nil && r.Before.ETag() != r.After.ETag() {
			t.Errorf("%v has changed", r.Key)
		}
		if r.Key.PartitionKey == "00042" && r.Fate != fates[r.Key.RowKey] {
			t.Errorf("%v: fate %d, want %d", r.Key, r.Fate, fates[r.Key.RowKey])
		}
	}
	b.Remove(2)
	if b.Sent() || b.View().Message != "" {
		t.Fatalf("without the third change: sent %v, %q, want not sent and fine", b.Sent(), b.View().Message)
	}
	b.Send()
	var seen []int
	for _, r := range b.View().Readers {
		seen = append(seen, r.Changes)
	}
	// Page 1 holds the member as it was, and the new rental comes after.
	if want := []int{0, 2, 1}; !slices.Equal(seen, want) {
		t.Errorf("changes seen before, after and across pages: %v, want %v", seen, want)
	}
	b.Seek(1)
	if len(b.Changes()) != 3 || b.View().Failed != 2 || !b.Sent() {
		t.Errorf("back at the first batch: %d changes, failed %d, sent %v, want 3, 2, true", len(b.Changes()), b.View().Failed, b.Sent())
	}
}

// A form gives the change that it was made of, and says what is wrong with
// what it cannot read.
func TestBatchForm(t *testing.T) {
	b := NewState()
	for _, p := range Presets() {
		b.Take(p)
		for i, c := range b.Changes() {
			got, problem := formOf(c).command(step.Rentals)
			if problem != "" || got.String() != c.String() {
				t.Fatalf("%s, change %d: %q, %s", p.ID, i, problem, got.String())
			}
		}
	}
	b = NewState()
	for _, properties := range []string{"Name=", "Out", "'", "x}", "A=1; delete 00042/Member", "\x00", "A=1\nB=2"} {
		b.Put(-1, ChangeForm{Kind: "insert", PartitionKey: "00042", RowKey: "x", Properties: properties})
		if b.Refusal() == "" || len(b.Changes()) != 2 {
			t.Errorf("%q was taken: %v", properties, b.Changes())
		}
	}
	b.Put(-1, ChangeForm{Kind: "merge", PartitionKey: "00042", RowKey: "Rental_Alien", Properties: "Late=true", Condition: "seen"})
	if b.View().Message == "" {
		t.Error("a version that was never read can be asked for")
	}
	b.Send()
	b.Move(2, -1)
	b.Move(0, -1)
	b.Remove(1)
	if len(b.Changes()) != 2 || b.View().Message != "" {
		t.Errorf("after moving and removing it: %d changes, %q", len(b.Changes()), b.View().Message)
	}
}
