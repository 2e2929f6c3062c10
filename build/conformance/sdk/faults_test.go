package sdk

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// faults puts rules in force for a test and tells afterwards what came of them.
func faults(t *testing.T, rules string) {
	t.Helper()
	steer(t, http.MethodPut, rules)
	t.Cleanup(func() { steer(t, http.MethodDelete, "") })
}

func steer(t *testing.T, method, body string) string {
	t.Helper()
	url, token, found := strings.Cut(os.Getenv("KEYRANGE_STEER"), " ")
	if !found {
		t.Fatal("KEYRANGE_STEER does not say how to steer the endpoint: use make conformance")
	}
	r, err := http.NewRequest(method, url+"faults", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("steering is answered with %s %s %v", resp.Status, text, err)
	}
	return string(text)
}

// patient is a client that retries as the client does by itself, only sooner. It
// connects by the string that keyrange tables prints.
func patient(t *testing.T, table string, try time.Duration) *aztables.Client {
	t.Helper()
	connection := "DefaultEndpointsProtocol=http;AccountName=" + account + ";AccountKey=" + key + ";TableEndpoint=" + os.Getenv("KEYRANGE_TABLES") + ";"
	s, err := aztables.NewServiceClientFromConnectionString(connection, &aztables.ClientOptions{ClientOptions: policy.ClientOptions{
		Retry: policy.RetryOptions{MaxRetries: 3, RetryDelay: time.Millisecond, TryTimeout: try}, InsecureAllowCredentialWithHTTP: true}})
	if err != nil {
		t.Fatal(err)
	}
	return s.NewClient(table)
}

// tableOf makes a table and a patient client for it.
func tableOf(t *testing.T, try time.Duration) (*aztables.Client, string) {
	t.Helper()
	table := name("fault")
	c := service(t).NewClient(table)
	if _, err := c.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		steer(t, http.MethodDelete, "")
		c.Delete(t.Context(), nil)
	})
	return patient(t, table, try), table
}

// Faults that pass are healed by the client's own retry, and each is seen once.
func TestFaultsThatPass(t *testing.T) {
	for _, fault := range []string{"500", "503", "timeout", "lost-request", "reset", "lost-response", "half-response", "delay for=10m"} {
		t.Run(fault, func(t *testing.T) {
			c, table := tableOf(t, 2*time.Second)
			if _, err := c.AddEntity(t.Context(), entity(t, "p", "r", map[string]any{"N": 1}), nil); err != nil {
				t.Fatal(err)
			}
			faults(t, fault+" op=get count=1 table="+table)
			if _, err := c.GetEntity(t.Context(), "p", "r", nil); err != nil {
				t.Errorf("a read with a retry: %v", err)
			}
			if told := steer(t, http.MethodGet, ""); !strings.HasPrefix(told, "# for 2 requests, 1 faults") && !strings.HasPrefix(told, "# for 1 requests, 1 faults") {
				t.Errorf("the endpoint tells %q", told)
			}
		})
	}
}

// A retry of an insert whose answer was lost is refused: the entity is there. That
// is the recipe: read it, and see whether it is the own one.
func TestLostInsert(t *testing.T) {
	for _, fault := range []string{"lost-response", "500 done", "timeout done", "half-response"} {
		t.Run(fault, func(t *testing.T) {
			c, table := tableOf(t, 0)
			faults(t, fault+" op=insert count=1 table="+table)
			_, err := c.AddEntity(t.Context(), entity(t, "p", "r", map[string]any{"Attempt": "mine"}), nil)
			refused(t, err, http.StatusConflict, "EntityAlreadyExists")
			got, err := c.GetEntity(t.Context(), "p", "r", nil)
			if err != nil || !strings.Contains(string(got.Value), `"Attempt":"mine"`) {
				t.Errorf("got %s, %v, want the own entity", got.Value, err)
			}
			if _, err := c.UpsertEntity(t.Context(), entity(t, "p", "r", map[string]any{"Attempt": "mine"}), nil); err != nil {
				t.Errorf("an upsert can be sent again: %v", err)
			}
		})
	}
}

// A rival between a read and an update is seen as 412, and reading again heals it.
func TestRivalUpdate(t *testing.T) {
	c, table := tableOf(t, 0)
	if _, err := c.AddEntity(t.Context(), entity(t, "p", "r", map[string]any{"N": 1}), nil); err != nil {
		t.Fatal(err)
	}
	faults(t, "rival op=conditional count=2 table="+table)
	tries := 0
	for ; tries < 10; tries++ {
		got, err := c.GetEntity(t.Context(), "p", "r", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.UpdateEntity(t.Context(), entity(t, "p", "r", map[string]any{"N": 2}), &aztables.UpdateEntityOptions{IfMatch: &got.ETag, UpdateMode: aztables.UpdateModeReplace})
		if err == nil {
			break
		}
		refused(t, err, http.StatusPreconditionFailed, "UpdateConditionNotSatisfied")
	}
	if tries != 2 {
		t.Errorf("it took %d tries that failed, want 2", tries)
	}
	if _, err := c.UpdateEntity(t.Context(), entity(t, "p", "r", nil), &aztables.UpdateEntityOptions{IfMatch: toETag("*"), UpdateMode: aztables.UpdateModeReplace}); err != nil {
		t.Errorf("a write on any version: %v", err)
	}
}

func toETag(s string) *azcore.ETag { e := azcore.ETag(s); return &e }

// A clock that is off is an error that no retry heals.
func TestClockSkew(t *testing.T) {
	c, table := tableOf(t, 0)
	faults(t, "skew for=20m op=get table="+table)
	_, err := c.GetEntity(t.Context(), "p", "r", nil)
	refused(t, err, http.StatusForbidden, "AuthenticationFailed")
}
