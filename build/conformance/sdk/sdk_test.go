// Package sdk holds the table endpoint to the official Go client of the Table
// service, through its whole surface. It is a module of its own, so that the
// client is no requirement of the project. The endpoint's URL comes in
// KEYRANGE_TABLES; make conformance sets it.
package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

const (
	account = "devstoreaccount1"
	key     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// endpoint is the URL of the account.
func endpoint(t *testing.T) string {
	t.Helper()
	url := os.Getenv("KEYRANGE_TABLES")
	if url == "" {
		t.Fatal("KEYRANGE_TABLES does not name an endpoint: use make conformance")
	}
	return url + "/" // without it the client joins the account and the table
}

// options retry nothing and go over plain http.
var options = &aztables.ClientOptions{ClientOptions: policy.ClientOptions{
	Retry: policy.RetryOptions{MaxRetries: -1}, InsecureAllowCredentialWithHTTP: true,
}}

func credential(t *testing.T) *aztables.SharedKeyCredential {
	t.Helper()
	c, err := aztables.NewSharedKeyCredential(account, key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func service(t *testing.T) *aztables.ServiceClient {
	t.Helper()
	s, err := aztables.NewServiceClientWithSharedKey(endpoint(t), credential(t), options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var serial atomic.Int64

// name is one that no test used before.
func name(prefix string) string {
	return fmt.Sprintf("%s%d%d", prefix, time.Now().UnixNano()%1e9, serial.Add(1))
}

// newTable makes a table for one test.
func newTable(t *testing.T) *aztables.Client {
	t.Helper()
	c := service(t).NewClient(name("go"))
	if _, err := c.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Delete(context.Background(), nil) })
	return c
}

func entity(t *testing.T, partition, row string, properties map[string]any) []byte {
	t.Helper()
	data, err := json.Marshal(aztables.EDMEntity{Entity: aztables.Entity{PartitionKey: partition, RowKey: row}, Properties: properties})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func add(t *testing.T, c *aztables.Client, partition, row string, properties map[string]any) azcore.ETag {
	t.Helper()
	resp, err := c.AddEntity(t.Context(), entity(t, partition, row, properties), nil)
	if err != nil {
		t.Fatal(err)
	}
	return resp.ETag
}

func get(t *testing.T, c *aztables.Client, partition, row string) aztables.EDMEntity {
	t.Helper()
	resp, err := c.GetEntity(t.Context(), partition, row, nil)
	if err != nil {
		t.Fatal(err)
	}
	var e aztables.EDMEntity
	if err := json.Unmarshal(resp.Value, &e); err != nil {
		t.Fatal(err)
	}
	return e
}

// refused checks the code and status of an error.
func refused(t *testing.T, err error, status int, code string) {
	t.Helper()
	var r *azcore.ResponseError
	if !errors.As(err, &r) {
		t.Fatalf("got %v, want %d %s", err, status, code)
	}
	if r.StatusCode != status || r.ErrorCode != code {
		t.Errorf("got %d %s, want %d %s", r.StatusCode, r.ErrorCode, status, code)
	}
}

func list(t *testing.T, c *aztables.Client, o *aztables.ListEntitiesOptions) (rows []string, pages int) {
	t.Helper()
	pager := c.NewListEntitiesPager(o)
	for pager.More() {
		page, err := pager.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pages++
		for _, raw := range page.Entities {
			var e aztables.EDMEntity
			if err := json.Unmarshal(raw, &e); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, e.PartitionKey+"/"+e.RowKey)
		}
	}
	return rows, pages
}

// Tables are made, listed in pages, filtered and deleted.
func TestTables(t *testing.T) {
	s, prefix := service(t), name("tab")
	for i := range 5 {
		if _, err := s.CreateTable(t.Context(), fmt.Sprint(prefix, i), nil); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.CreateTable(t.Context(), prefix+"0", nil)
	refused(t, err, 409, string(aztables.TableAlreadyExists))
	_, err = s.CreateTable(t.Context(), "1bad", nil)
	refused(t, err, 400, "InvalidResourceName")
	filter := fmt.Sprintf("TableName ge '%s' and TableName lt '%s~'", prefix, prefix)
	pager := s.NewListTablesPager(&aztables.ListTablesOptions{Filter: &filter, Top: to.Ptr[int32](2)})
	var names []string
	pages := 0
	for pager.More() {
		page, err := pager.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pages++
		for _, table := range page.Tables {
			names = append(names, *table.Name)
		}
	}
	if len(names) != 5 || pages != 3 {
		t.Errorf("got %v in %d pages, want 5 tables in 3", names, pages)
	}
	for i := range 5 {
		if _, err := s.DeleteTable(t.Context(), fmt.Sprint(prefix, i), nil); err != nil {
			t.Error(err)
		}
	}
	_, err = s.DeleteTable(t.Context(), prefix+"0", nil)
	refused(t, err, 404, string(aztables.ResourceNotFound))
	_, err = s.CreateTable(t.Context(), prefix+"0", nil)
	refused(t, err, 409, string(aztables.TableBeingDeleted))
}

// A client by connection string works too.
func TestConnectionString(t *testing.T) {
	s, err := aztables.NewServiceClientFromConnectionString(
		"DefaultEndpointsProtocol=http;AccountName="+account+";AccountKey="+key+";TableEndpoint="+endpoint(t)+";", options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewListTablesPager(nil).NextPage(t.Context()); err != nil {
		t.Error(err)
	}
}

// Every type comes back as it was stored.
func TestTypes(t *testing.T) {
	c := newTable(t)
	at := time.Date(2020, 2, 3, 4, 5, 6, 789012300, time.UTC)
	in := map[string]any{
		"S": "text ꀕ 😀 \"'\\", "Empty": "", "I": int32(-5), "D": 3.5, "Large": 2.5e300, "B": true,
		"L": aztables.EDMInt64(9007199254740993), "T": aztables.EDMDateTime(at),
		"G": aztables.EDMGUID("9be2b5d1-93f7-4c5b-8ff0-3f1d6a8e0f11"), "X": aztables.EDMBinary{0, 1, 254, 255},
	}
	add(t, c, "p", "r", in)
	e := get(t, c, "p", "r")
	for name, want := range in {
		if got := e.Properties[name]; fmt.Sprintf("%T %v", got, got) != fmt.Sprintf("%T %v", want, want) {
			t.Errorf("%s: got %T %v, want %T %v", name, got, got, want, want)
		}
	}
	if e.ETag == "" || time.Time(e.Timestamp).IsZero() {
		t.Errorf("ETag %q and Timestamp %v, want both", e.ETag, e.Timestamp)
	}
	resp, err := c.GetEntity(t.Context(), "p", "r", &aztables.GetEntityOptions{Format: to.Ptr(aztables.MetadataFormatFull)})
	if err != nil {
		t.Fatal(err)
	}
	var full aztables.EDMEntity
	if err := json.Unmarshal(resp.Value, &full); err != nil {
		t.Fatal(err)
	}
	if full.ID == "" || full.EditLink == "" || full.Type == "" {
		t.Errorf("full metadata lacks something: %+v", full)
	}
	none, err := c.GetEntity(t.Context(), "p", "r", &aztables.GetEntityOptions{Format: to.Ptr(aztables.MetadataFormatNone)})
	if err != nil || strings.Contains(string(none.Value), "odata") {
		t.Errorf("got %s, %v, want no metadata", none.Value, err)
	}
}

// Entities are added, read, changed in both modes and deleted, with and
// without conditions.
func TestEntities(t *testing.T) {
	c := newTable(t)
	first := add(t, c, "p", "r", map[string]any{"A": int32(1), "B": int32(2)})
	_, err := c.AddEntity(t.Context(), entity(t, "p", "r", nil), nil)
	refused(t, err, 409, string(aztables.EntityAlreadyExists))

	merged, err := c.UpdateEntity(t.Context(), entity(t, "p", "r", map[string]any{"A": int32(5)}), &aztables.UpdateEntityOptions{IfMatch: &first, UpdateMode: aztables.UpdateModeMerge})
	if err != nil {
		t.Fatal(err)
	}
	if e := get(t, c, "p", "r"); e.Properties["A"] != int32(5) || e.Properties["B"] != int32(2) {
		t.Errorf("after a merge: %v", e.Properties)
	}
	_, err = c.UpdateEntity(t.Context(), entity(t, "p", "r", nil), &aztables.UpdateEntityOptions{IfMatch: &first, UpdateMode: aztables.UpdateModeReplace})
	refused(t, err, 412, string(aztables.UpdateConditionNotSatisfied))
	if _, err := c.UpdateEntity(t.Context(), entity(t, "p", "r", map[string]any{"C": int32(1)}), &aztables.UpdateEntityOptions{IfMatch: &merged.ETag, UpdateMode: aztables.UpdateModeReplace}); err != nil {
		t.Fatal(err)
	}
	if e := get(t, c, "p", "r"); len(e.Properties) != 1 {
		t.Errorf("after a replacement: %v", e.Properties)
	}
	_, err = c.UpdateEntity(t.Context(), entity(t, "p", "absent", nil), nil)
	refused(t, err, 404, string(aztables.ResourceNotFound))

	for _, mode := range []aztables.UpdateMode{aztables.UpdateModeMerge, aztables.UpdateModeReplace} {
		for range 2 { // once it inserts, once it changes
			if _, err := c.UpsertEntity(t.Context(), entity(t, "p", string(mode), map[string]any{"A": int32(1)}), &aztables.UpsertEntityOptions{UpdateMode: mode}); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, err = c.DeleteEntity(t.Context(), "p", "r", &aztables.DeleteEntityOptions{IfMatch: &first})
	refused(t, err, 412, string(aztables.UpdateConditionNotSatisfied))
	if _, err := c.DeleteEntity(t.Context(), "p", "r", nil); err != nil {
		t.Fatal(err)
	}
	_, err = c.GetEntity(t.Context(), "p", "r", nil)
	refused(t, err, 404, string(aztables.ResourceNotFound))
	_, err = service(t).NewClient(name("none")).GetEntity(t.Context(), "p", "r", nil)
	refused(t, err, 404, string(aztables.TableNotFound))
}

// Odd keys survive every way to name an entity. The client's EDMEntity doubles
// quotes in the body, where they are not doubled, so an insert is written
// without it; and the client refuses empty keys itself.
func TestOddKeys(t *testing.T) {
	c := newTable(t)
	for _, k := range []string{"a b", "o'clock", "100%", "%27", "a+b", "ꀕ", "😀", "a\"b", "@*$!", "a,b", "a=b", "a;b", "(x)", "a&b", "ä~ö", "a''b"} {
		t.Run(k, func(t *testing.T) {
			body, err := json.Marshal(map[string]any{"PartitionKey": k, "RowKey": k, "V": k})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.AddEntity(t.Context(), body, nil); err != nil {
				t.Fatal(err)
			}
			if e := get(t, c, k, k); e.PartitionKey != k || e.RowKey != k || e.Properties["V"] != k {
				t.Errorf("got %+v", e)
			}
			if _, err := c.UpsertEntity(t.Context(), entity(t, k, k, map[string]any{"W": k}), nil); err != nil {
				t.Error(err)
			}
			rows, _ := list(t, c, &aztables.ListEntitiesOptions{Filter: to.Ptr("PartitionKey eq '" + strings.ReplaceAll(k, "'", "''") + "'")})
			if len(rows) != 1 {
				t.Errorf("found %q", rows)
			}
			if _, err := c.DeleteEntity(t.Context(), k, k, nil); err != nil {
				t.Error(err)
			}
		})
	}
	_, err := c.AddEntity(t.Context(), []byte(`{"PartitionKey":"a/b","RowKey":"r"}`), nil)
	refused(t, err, 400, string(aztables.OutOfRangeInput))
}

// Pages hold what was asked for, and lead through everything once.
func TestPaging(t *testing.T) {
	c := newTable(t)
	for batch := range 12 {
		var actions []aztables.TransactionAction
		for i := range 100 {
			actions = append(actions, aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd,
				Entity: entity(t, "p", fmt.Sprintf("%04d", batch*100+i), map[string]any{"N": int32(i)})})
		}
		if _, err := c.SubmitTransaction(t.Context(), actions, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []struct {
		options     aztables.ListEntitiesOptions
		rows, pages int
	}{
		{aztables.ListEntitiesOptions{}, 1200, 2},
		{aztables.ListEntitiesOptions{Top: to.Ptr[int32](100)}, 1200, 12},
		{aztables.ListEntitiesOptions{Top: to.Ptr[int32](500), Select: to.Ptr("PartitionKey,RowKey")}, 1200, 3},
		{aztables.ListEntitiesOptions{Filter: to.Ptr("RowKey ge '0600'")}, 600, 1},
		{aztables.ListEntitiesOptions{Filter: to.Ptr("N eq 7"), Top: to.Ptr[int32](5)}, 12, 0},
		{aztables.ListEntitiesOptions{Format: to.Ptr(aztables.MetadataFormatFull), Top: to.Ptr[int32](1000)}, 1200, 2},
	} {
		rows, pages := list(t, c, &want.options)
		if len(rows) != want.rows || want.pages > 0 && pages != want.pages {
			t.Errorf("%+v: got %d entities in %d pages, want %d in %d", want.options, len(rows), pages, want.rows, want.pages)
		}
		for i := 1; i < len(rows); i++ {
			if rows[i] <= rows[i-1] {
				t.Fatalf("%s comes after %s", rows[i], rows[i-1])
			}
		}
	}
	_, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr("startswith(RowKey,'0')")}).NextPage(t.Context())
	refused(t, err, 501, "NotImplemented")
	_, err = c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr("aaa bbb ccc")}).NextPage(t.Context())
	refused(t, err, 400, string(aztables.InvalidInput))
}

// Transactions do all six kinds of operations, together or not at all.
func TestTransactions(t *testing.T) {
	c := newTable(t)
	for _, row := range []string{"merge", "replace", "delete"} {
		add(t, c, "p", row, map[string]any{"A": int32(1)})
	}
	actions := []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeAdd, Entity: entity(t, "p", "add", map[string]any{"B": "ꀕ"})},
		{ActionType: aztables.TransactionTypeUpdateMerge, Entity: entity(t, "p", "merge", map[string]any{"B": int32(2)})},
		{ActionType: aztables.TransactionTypeUpdateReplace, Entity: entity(t, "p", "replace", map[string]any{"B": int32(2)})},
		{ActionType: aztables.TransactionTypeDelete, Entity: entity(t, "p", "delete", nil)},
		{ActionType: aztables.TransactionTypeInsertMerge, Entity: entity(t, "p", "insertmerge", nil)},
		{ActionType: aztables.TransactionTypeInsertReplace, Entity: entity(t, "p", "insertreplace", nil)},
	}
	if _, err := c.SubmitTransaction(t.Context(), actions, nil); err != nil {
		t.Fatal(err)
	}
	if rows, _ := list(t, c, nil); len(rows) != 5 {
		t.Errorf("got %v", rows)
	}
	if e := get(t, c, "p", "merge"); len(e.Properties) != 2 {
		t.Errorf("after a merge: %v", e.Properties)
	}
	for _, bad := range []struct {
		name    string
		second  aztables.TransactionAction
		code    string
		message string
	}{
		{"exists", aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd, Entity: entity(t, "p", "add", nil)}, "EntityAlreadyExists", "1:"},
		{"absent", aztables.TransactionAction{ActionType: aztables.TransactionTypeUpdateMerge, Entity: entity(t, "p", "none", nil), IfMatch: to.Ptr(azcore.ETag("*"))}, "ResourceNotFound", "1:"},
		{"stale", aztables.TransactionAction{ActionType: aztables.TransactionTypeDelete, Entity: entity(t, "p", "merge", nil), IfMatch: to.Ptr(azcore.ETag(`W/"datetime'2001-01-01T00%3A00%3A00Z'"`))}, "UpdateConditionNotSatisfied", "1:"},
		{"twice", aztables.TransactionAction{ActionType: aztables.TransactionTypeInsertMerge, Entity: entity(t, "p", "new", nil)}, "InvalidDuplicateRow", "1:"},
		{"partition", aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd, Entity: entity(t, "q", "x", nil)}, "CommandsInBatchActOnDifferentPartitions", "1:"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			_, err := c.SubmitTransaction(t.Context(), []aztables.TransactionAction{
				{ActionType: aztables.TransactionTypeAdd, Entity: entity(t, "p", "new", nil)}, bad.second,
			}, nil)
			if err == nil || !strings.Contains(err.Error(), bad.code) || !strings.Contains(err.Error(), bad.message) {
				t.Errorf("got %v, want %s with %s", err, bad.code, bad.message)
			}
			_, err = c.GetEntity(t.Context(), "p", "new", nil)
			refused(t, err, 404, string(aztables.ResourceNotFound))
		})
	}
}

// Signatures give what they say and no more.
func TestSAS(t *testing.T) {
	c := newTable(t)
	for _, row := range []string{"a", "b", "c"} {
		add(t, c, "p", row, nil)
	}
	url, err := c.GetTableSASURL(aztables.SASPermissions{Read: true, StartPartitionKey: "p", StartRowKey: "b", EndPartitionKey: "p", EndRowKey: "c"}, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	url += "&spk=p&srk=b&epk=p&erk=c" // the client signs the range and leaves it out
	reader, err := aztables.NewClientWithNoCredential(url, options)
	if err != nil {
		t.Fatal(err)
	}
	if rows, _ := list(t, reader, nil); strings.Join(rows, " ") != "p/b p/c" {
		t.Errorf("got %v, want the range", rows)
	}
	_, err = reader.AddEntity(t.Context(), entity(t, "p", "bb", nil), nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
	_, err = reader.GetEntity(t.Context(), "p", "a", nil)
	refused(t, err, 404, string(aztables.ResourceNotFound))

	permissions := aztables.AccountSASPermissions{Read: true, List: true, Create: true, Delete: true, Add: true}
	resources := aztables.AccountSASResourceTypes{Service: true, Container: true, Object: true}
	url, err = service(t).GetAccountSASURL(resources, permissions, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	secure, err := aztables.NewServiceClientWithNoCredential(url, options)
	if err != nil {
		t.Fatal(err)
	}
	_, err = secure.CreateTable(t.Context(), name("no"), nil) // such a URL is for https alone
	refused(t, err, 403, "AuthorizationProtocolMismatch")
	values, err := aztables.AccountSASSignatureValues{
		Protocol: aztables.SASProtocolHTTPSandHTTP, ExpiryTime: time.Now().Add(time.Hour),
		Permissions: permissions.String(), Services: "t", ResourceTypes: resources.String(),
	}.Sign(credential(t))
	if err != nil {
		t.Fatal(err)
	}
	s, err := aztables.NewServiceClientWithNoCredential(endpoint(t)+"?"+values.Encode(), options)
	if err != nil {
		t.Fatal(err)
	}
	made := name("sas")
	if _, err := s.CreateTable(t.Context(), made, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewClient(made).AddEntity(t.Context(), entity(t, "p", "r", nil), nil); err != nil {
		t.Error(err)
	}
	_, err = s.NewClient(made).UpdateEntity(t.Context(), entity(t, "p", "r", nil), nil)
	refused(t, err, 403, "AuthorizationPermissionMismatch")
	if _, err := s.DeleteTable(t.Context(), made, nil); err != nil {
		t.Error(err)
	}
}

// Stored policies are kept, found and enforced.
func TestAccessPolicy(t *testing.T) {
	c := newTable(t)
	start, expiry := time.Now().Add(-time.Hour).UTC().Truncate(time.Second), time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	policies := []*aztables.SignedIdentifier{
		{ID: to.Ptr("read"), AccessPolicy: &aztables.AccessPolicy{Start: &start, Expiry: &expiry, Permission: to.Ptr("r")}},
		{ID: to.Ptr("empty")},
	}
	if _, err := c.SetAccessPolicy(t.Context(), &aztables.SetAccessPolicyOptions{TableACL: policies}); err != nil {
		t.Fatal(err)
	}
	got, err := c.GetAccessPolicy(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.SignedIdentifiers) != 2 || *got.SignedIdentifiers[0].ID != "read" || !got.SignedIdentifiers[0].AccessPolicy.Expiry.Equal(expiry) {
		t.Errorf("got %+v", got.SignedIdentifiers)
	}
	if _, err := c.SetAccessPolicy(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got, err = c.GetAccessPolicy(t.Context(), nil); err != nil || len(got.SignedIdentifiers) != 0 {
		t.Errorf("got %v, %v, want none", got.SignedIdentifiers, err)
	}
}

// Properties of the service are kept, and bad ones refused.
func TestServiceProperties(t *testing.T) {
	s := service(t)
	before, err := s.GetProperties(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.SetProperties(context.Background(), before.ServiceProperties, nil) })
	p := aztables.ServiceProperties{
		Logging:       &aztables.Logging{Read: to.Ptr(true), Write: to.Ptr(true), Delete: to.Ptr(false), Version: to.Ptr("1.0"), RetentionPolicy: &aztables.RetentionPolicy{Enabled: to.Ptr(true), Days: to.Ptr[int32](5)}},
		HourMetrics:   &aztables.Metrics{Enabled: to.Ptr(true), IncludeAPIs: to.Ptr(true), Version: to.Ptr("1.0"), RetentionPolicy: &aztables.RetentionPolicy{Enabled: to.Ptr(true), Days: to.Ptr[int32](5)}},
		MinuteMetrics: &aztables.Metrics{Enabled: to.Ptr(false), Version: to.Ptr("1.0"), RetentionPolicy: &aztables.RetentionPolicy{Enabled: to.Ptr(false)}},
		Cors: []*aztables.CorsRule{{AllowedHeaders: to.Ptr("x-ms-*"), AllowedMethods: to.Ptr("GET,PUT"), AllowedOrigins: to.Ptr("http://example.com"),
			ExposedHeaders: to.Ptr("x-ms-*"), MaxAgeInSeconds: to.Ptr[int32](60)}},
	}
	if _, err := s.SetProperties(t.Context(), p, nil); err != nil {
		t.Fatal(err)
	}
	got, err := s.GetProperties(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(p)
	b, _ := json.Marshal(got.ServiceProperties)
	if string(a) != string(b) {
		t.Errorf("got  %s\nwant %s", b, a)
	}
	p.Logging.RetentionPolicy.Days = to.Ptr[int32](366)
	_, err = s.SetProperties(t.Context(), p, nil)
	refused(t, err, 400, "InvalidXmlDocument")
	_, err = s.GetStatistics(t.Context(), nil)
	refused(t, err, 400, "InvalidQueryParameterValue")
}

// Wrong credentials and properties that cannot be are refused.
func TestRefusals(t *testing.T) {
	wrong, err := aztables.NewSharedKeyCredential(account, "AAAA")
	if err != nil {
		t.Fatal(err)
	}
	s, err := aztables.NewServiceClientWithSharedKey(endpoint(t), wrong, options)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.CreateTable(t.Context(), name("no"), nil)
	refused(t, err, 403, "AuthenticationFailed")
	c := newTable(t)
	for _, bad := range []struct {
		name, body string
		status     int
		code       string
	}{
		{"key", `{"PartitionKey":"p","RowKey":1}`, 400, "InvalidInput"},
		{"name", `{"PartitionKey":"p","RowKey":"r","1x":1}`, 400, "PropertyNameInvalid"},
		{"long name", `{"PartitionKey":"p","RowKey":"r","` + strings.Repeat("n", 256) + `":1}`, 400, "PropertyNameTooLong"},
		{"long value", `{"PartitionKey":"p","RowKey":"r","A":"` + strings.Repeat("n", 32769) + `"}`, 400, "PropertyValueTooLarge"},
		{"large body", `{"PartitionKey":"p","RowKey":"r","A":"` + strings.Repeat("n", 5<<20) + `"}`, 413, "RequestBodyTooLarge"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			_, err := c.AddEntity(t.Context(), []byte(bad.body), nil)
			refused(t, err, bad.status, bad.code)
		})
	}
}
