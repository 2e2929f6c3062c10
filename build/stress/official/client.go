package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/keyrange/keyrange/build/stress"
)

// official is the table of a plan through the official client. It sends each request
// once.
type official struct {
	service *aztables.ServiceClient
	table   *aztables.Client
	name    string
}

// connections is how many stay open, so that no request waits for another's.
const connections = 2000

// dial prepares a client for the account of a plan, and sends nothing.
func dial(p *stress.Plan) (*official, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = connections, connections
	options := &aztables.ClientOptions{ClientOptions: policy.ClientOptions{
		Retry:                           policy.RetryOptions{MaxRetries: -1},
		Transport:                       &http.Client{Transport: transport},
		InsecureAllowCredentialWithHTTP: p.Account.Free(),
	}}
	service, err := serviceOf(&p.Account, options)
	if err != nil {
		return nil, err
	}
	return &official{service, service.NewClient(p.Table), p.Table}, nil
}

// serviceOf signs with the key of the account or with its signature. The client joins
// paths to the address as it stands, so that has to end in a slash.
func serviceOf(a *stress.Account, options *aztables.ClientOptions) (*aztables.ServiceClient, error) {
	if a.Signature != "" {
		return aztables.NewServiceClientWithNoCredential(a.URL+"/?"+a.Signature, options)
	}
	credential, err := aztables.NewSharedKeyCredential(a.Name, a.Key)
	if err != nil {
		return nil, err
	}
	return aztables.NewServiceClientWithSharedKey(a.URL+"/", credential, options)
}

// Create makes the table.
func (c *official) Create(ctx context.Context) error {
	_, err := c.service.CreateTable(ctx, c.name, nil)
	switch code := status(err); {
	case code == http.StatusConflict:
		return stress.ErrTaken
	case code >= 400 && code < 500:
		return fmt.Errorf("%w: %w", stress.ErrNotMade, short(err))
	}
	return short(err)
}

// Delete deletes the table, if it is there.
func (c *official) Delete(ctx context.Context) error {
	_, err := c.service.DeleteTable(ctx, c.name, nil)
	if status(err) == http.StatusNotFound {
		return nil
	}
	return short(err)
}

// Send does a request.
func (c *official) Send(ctx context.Context, q stress.Request) stress.Answer {
	var err error
	switch {
	case q.Verb == stress.Get:
		_, err = c.table.GetEntity(ctx, q.PartitionKey, q.RowKeys[0], nil)
	case len(q.RowKeys) == 1:
		_, err = c.table.AddEntity(ctx, entity(q.PartitionKey, q.RowKeys[0]), nil)
	default:
		actions := make([]aztables.TransactionAction, len(q.RowKeys))
		for i, row := range q.RowKeys {
			actions[i] = aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd, Entity: entity(q.PartitionKey, row)}
		}
		_, err = c.table.SubmitTransaction(ctx, actions, nil)
	}
	return answer(err)
}

// padding makes an entity one of 1 KiB, as those of the measurements are.
var padding = string(bytes.Repeat([]byte{'x'}, 900))

func entity(partitionKey, rowKey string) []byte {
	text, err := json.Marshal(map[string]any{"PartitionKey": partitionKey, "RowKey": rowKey,
		"SentAt": time.Now().UTC().Format(time.RFC3339Nano), "Filling": padding})
	if err != nil { // it has texts alone
		panic("stress: " + err.Error())
	}
	return text
}

// answer says what became of a request.
func answer(err error) stress.Answer {
	var failed *azcore.ResponseError
	switch {
	case err == nil:
		return stress.Answer{Status: http.StatusOK}
	case errors.As(err, &failed):
		return stress.Answer{Status: failed.StatusCode, Code: failed.ErrorCode}
	case errors.Is(err, context.DeadlineExceeded):
		return stress.Answer{Why: "the time was up"}
	case errors.Is(err, context.Canceled):
		return stress.Answer{Why: "the run was interrupted"}
	}
	return stress.Answer{Why: "the connection failed"}
}

func status(err error) int {
	var failed *azcore.ResponseError
	if errors.As(err, &failed) {
		return failed.StatusCode
	}
	return 0
}

// short is an error of the service in a few words: the client's own has the whole
// answer in it.
func short(err error) error {
	var failed *azcore.ResponseError
	if errors.As(err, &failed) {
		return errors.New(http.StatusText(failed.StatusCode) + ": " + failed.ErrorCode)
	}
	return err
}
