// Command example is an application with a key that suits no load: it logs what its
// sensors measure under the minute of the measurement, so that at any time all of
// them write to one partition. Start an endpoint that has limits, then the example,
// and watch it on the site's Live:
//
//	keyrange tables -load 2010 -decisions quick
//	go run ./example
//
// Live names a key that spreads the load. Give it to the example as it stands there:
//
//	go run ./example -key '{hash(RowKey)%16:02}_{PartitionKey}'
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

const emulator = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;" +
	"AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;" +
	"TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;"

// counts are what became of the measurements.
type counts struct{ stored, busy, failed atomic.Int64 }

func main() {
	key := flag.String("key", "{Minute}", "`template` of the PartitionKey, of {Minute}, {Sensor} and {hash(RowKey)%16:02}")
	sensors := flag.Int("sensors", 1500, "how many sensors measure, each once a second")
	while := flag.Duration("for", 2*time.Minute, "how `long`")
	flag.Parse()
	if err := run(*key, *sensors, *while); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(key string, sensors int, while time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), while)
	defer cancel()
	connection := os.Getenv("AZURE_TABLES_CONNECTION_STRING")
	if connection == "" {
		connection = emulator
	}
	service, err := aztables.NewServiceClientFromConnectionString(connection, &aztables.ClientOptions{ClientOptions: policy.ClientOptions{
		Retry: policy.RetryOptions{MaxRetries: -1}, InsecureAllowCredentialWithHTTP: true,
		Transport: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: sensors}}}})
	if err != nil {
		return err
	}
	table := service.NewClient("Measurements")
	var exists *azcore.ResponseError
	if _, err := table.CreateTable(ctx, nil); err != nil && !(errors.As(err, &exists) && exists.StatusCode == 409) {
		return err
	}
	var c counts
	var all sync.WaitGroup
	for n := range sensors {
		all.Go(func() { measure(ctx, table, key, n, &c) })
	}
	all.Wait()
	fmt.Printf("%d stored, %d refused by a busy server, %d failed\n", c.stored.Load(), c.busy.Load(), c.failed.Load())
	return nil
}

// measure stores one measurement each second until the time is over.
func measure(ctx context.Context, table *aztables.Client, key string, sensor int, c *counts) {
	time.Sleep(rand.N(time.Second))
	for next := time.Tick(time.Second); ctx.Err() == nil; <-next {
		now := time.Now().UTC()
		name, minute := fmt.Sprintf("sensor%04d", sensor), now.Format("2006-01-02T15:04")
		row := now.Format("15:04:05.000000_") + name
		entity, _ := json.Marshal(map[string]any{ // of texts and numbers alone
			"PartitionKey": partition(key, minute, name, row), "RowKey": row, "Sensor": name, "Minute": minute, "Celsius": 20 + sensor%7,
		})
		_, err := table.AddEntity(ctx, entity, nil)
		var refused *azcore.ResponseError
		switch {
		case err == nil:
			c.stored.Add(1)
		case ctx.Err() != nil:
			return
		case errors.As(err, &refused) && refused.StatusCode == 503:
			c.busy.Add(1)
		default:
			c.failed.Add(1)
		}
	}
}

// partition fills in a template; {PartitionKey} is the key as it was, the minute.
func partition(key, minute, sensor, row string) string {
	h := fnv.New64a()
	h.Write([]byte(row))
	bucket := fmt.Sprintf("%02d", (h.Sum64()>>32^h.Sum64()&0xffffffff)%16)
	return strings.NewReplacer("{PartitionKey}", minute, "{Minute}", minute, "{Sensor}", sensor, "{hash(RowKey)%16:02}", bucket).Replace(key)
}
