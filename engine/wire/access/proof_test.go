package access

import (
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// accountSAS is a signature for an account as a request has it.
func accountSAS(t *testing.T, key SigningKey, change func(*SAS)) SAS {
	t.Helper()
	s := newSAS(nil)
	for name, value := range map[string]string{"sv": "2019-02-02", "ss": "t", "srt": "o", "sp": "r", "se": "2030-01-01T00:00:00Z"} {
		s.Set(name, value)
	}
	if change != nil {
		change(&s)
	}
	s.Sign(DevelopmentAccount, key)
	return s
}

// A signature that was right once is right again, and nothing else is because of
// it: not another signature for the same, not the same signature for more, not
// after its time, and not after its key is gone.
func TestProof(t *testing.T) {
	a := Development(table.NewAccount())
	key := a.Keys[0]
	now, ok := table.ParseTicks("2026-01-02T03:04:05Z")
	if !ok {
		t.Fatal("no time")
	}
	op := wire.Operation{Kind: wire.GetEntity, Now: now}
	granted := func(s SAS, op wire.Operation) bool {
		_, refusal := a.verifySAS(s, wire.Request{}, op)
		return refusal == nil
	}
	right := accountSAS(t, key, nil)
	more := right
	more.permissions = "rwdau"
	other := right
	other.signature = "A" + right.signature[1:]
	if right.signature[0] == 'A' {
		other.signature = "B" + right.signature[1:]
	}
	for range 2 {
		if !granted(right, op) || !a.proven(right) {
			t.Fatal("a signature that is right is refused, or not remembered")
		}
		for name, s := range map[string]SAS{"more rights": more, "another signature": other, "no signature": {}} {
			if granted(s, op) {
				t.Errorf("%s: granted", name)
			}
		}
	}
	if granted(right, wire.Operation{Kind: wire.DeleteEntity, Now: now}) {
		t.Error("what is remembered allows another operation")
	}
	if late, _ := table.ParseTicks("2030-01-01T00:00:00Z"); granted(right, wire.Operation{Kind: wire.GetEntity, Now: late}) {
		t.Error("what is remembered has no end")
	}
	if second := accountSAS(t, key, func(s *SAS) { s.permissions = "ra" }); !granted(second, op) || a.proven(right) {
		t.Error("the latest signature is not the one that is remembered")
	}
	granted(right, op)
	for i := range key { // the same memory, with another key in it
		key[i] ^= 0xFF
	}
	if granted(right, op) {
		t.Error("a signature of a key that is gone is granted")
	}
}

// A signature with a stored policy is looked at anew each time: the policy may have
// changed.
func TestProofOfPolicy(t *testing.T) {
	tables := table.NewAccount()
	tab, err := tables.Create("Tab", 1)
	if err != nil {
		t.Fatal(err)
	}
	a := Development(tables)
	a.policies[tab] = []Policy{{ID: "p", Expiry: "2030-01-01T00:00:00Z", Permissions: "r"}}
	var s SAS
	for name, value := range map[string]string{"sv": "2019-02-02", "tn": "Tab", "si": "p"} {
		s.Set(name, value)
	}
	s.Sign(DevelopmentAccount, a.Keys[0])
	now, _ := table.ParseTicks("2026-01-02T03:04:05Z")
	op := wire.Operation{Kind: wire.GetEntity, Table: "Tab", Now: now}
	if _, refusal := a.verifySAS(s, wire.Request{}, op); refusal != nil {
		t.Fatalf("got %v", refusal)
	}
	a.policies[tab][0].Permissions = "a"
	if _, refusal := a.verifySAS(s, wire.Request{}, op); refusal == nil {
		t.Error("the policy that was is still in force")
	}
}
