// Command load measures one job on a Table endpoint through the official Go
// client:
//
//	load URL JOB CONNECTIONS DURATION FIRST
//
// The URL has a signature for the account, the job is "insert", "point get",
// "page of 100" or "batch of 100", and FIRST numbers the entities that are
// inserted.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 5 {
		return errors.New("load: give a URL, a job, connections, a duration and a first number")
	}
	connections, a := strconv.Atoi(args[2])
	while, b := time.ParseDuration(args[3])
	first, c := strconv.Atoi(args[4])
	if err := errors.Join(a, b, c); err != nil {
		return err
	}
	transport := &http.Transport{MaxIdleConnsPerHost: connections}
	service, err := aztables.NewServiceClientWithNoCredential(args[0], &aztables.ClientOptions{ClientOptions: policy.ClientOptions{
		Retry: policy.RetryOptions{MaxRetries: -1}, Transport: &http.Client{Transport: transport},
	}})
	if err != nil {
		return err
	}
	work, found := jobs[args[1]]
	if !found {
		return fmt.Errorf("load: there is no job %q", args[1])
	}
	table := "Load"
	if args[1] == batches {
		table = "Batches"
	}
	return measure(service.NewClient(table), work, connections, while, first)
}

// batches is the job that has a table of its own.
const batches = "batch of 100"

// jobs do one request each.
var jobs = map[string]func(*aztables.Client, int) error{
	"insert": func(c *aztables.Client, n int) error {
		_, err := c.AddEntity(context.Background(), entity(fmt.Sprintf("n%d", n%1000), fmt.Sprintf("%09d", n), n), nil)
		return err
	},
	"point get": func(c *aztables.Client, n int) error {
		n = n * 7919 % 10_000
		_, err := c.GetEntity(context.Background(), fmt.Sprintf("p%03d", n/100), fmt.Sprintf("%03d", n%100), nil)
		return err
	},
	"page of 100": func(c *aztables.Client, n int) error {
		filter, top := fmt.Sprintf("PartitionKey eq 'p%03d'", n*37%100), int32(100)
		page, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: &filter, Top: &top}).NextPage(context.Background())
		if err == nil && len(page.Entities) != 100 {
			err = fmt.Errorf("a page has %d entities", len(page.Entities))
		}
		return err
	},
	batches: func(c *aztables.Client, n int) error {
		actions := make([]aztables.TransactionAction, 100)
		for i := range actions {
			actions[i] = aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd,
				Entity: entity(fmt.Sprintf("b%09d", n), fmt.Sprintf("%03d", i), n)}
		}
		_, err := c.SubmitTransaction(context.Background(), actions, nil)
		return err
	},
}

// entity is a body of usual size: 8 properties, 300 bytes.
func entity(partition, row string, n int) []byte {
	return fmt.Appendf(nil, `{"PartitionKey":"%s","RowKey":"%s","Name":"A customer with a name","City":"Amsterdam","Count":%d,"Amount":%d.25,`+
		`"Open":true,"Total":"%d","Total@odata.type":"Edm.Int64","Since":"2020-01-02T03:04:05.678Z","Since@odata.type":"Edm.DateTime",`+
		`"Note":"some more text, so that it is not too short"}`,
		partition, row, n, n, int64(n)<<33)
}

// measure prints a line about a job.
func measure(c *aztables.Client, work func(*aztables.Client, int) error, connections int, while time.Duration, first int) error {
	times, errs := make([][]time.Duration, connections), make([]error, connections)
	began := time.Now()
	until := began.Add(while)
	var group sync.WaitGroup
	for i := range connections {
		group.Go(func() {
			n := first + i
			for now := time.Now(); now.Before(until) && errs[i] == nil; n += connections {
				errs[i] = work(c, n)
				after := time.Now()
				times[i] = append(times[i], after.Sub(now))
				now = after
			}
		})
	}
	group.Wait()
	took := time.Since(began)
	if err := errors.Join(errs...); err != nil {
		return err
	}
	all := slices.Concat(times...)
	slices.Sort(all)
	at := func(part float64) time.Duration { return all[int(part*float64(len(all)-1))].Round(time.Microsecond) }
	fmt.Printf("%9.0f/s   p50 %8v  p95 %8v  p99 %8v\n", float64(len(all))/took.Seconds(), at(0.5), at(0.95), at(0.99))
	return nil
}
