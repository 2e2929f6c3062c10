// Command live is the endpoint with a load of its own, for the benchmark of the live
// screen: it asks itself for 10,000 requests a second past the network, behind a model
// of the service, and tells on each line of its output how many it has answered. The
// first line ends with the address.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/build/stream"
	"github.com/keyrange/keyrange/engine/wire"
)

const (
	rate      = 10_000 // requests in a second
	every     = 5 * time.Millisecond
	mostAsked = 5_000 // requests that wait at once; more are not asked until some are answered
	keys      = 3_000
	hot       = 4 // of which every fourth request asks for one
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	model, err := frontdoor.ReadSetting("today", "quick")
	if err != nil {
		return err
	}
	door := frontdoor.New(model, nil)
	e, err := endpoint.New(endpoint.Options{Open: true, Local: true, Door: door, Stream: stream.New(door), AdminToken: "bench"})
	if err != nil {
		return err
	}
	l, err := endpoint.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	made := e.Handle(context.Background(), request(http.MethodPost, "/Tables", `{"TableName":"Orders"}`))
	if made.Status != http.StatusCreated {
		return fmt.Errorf("the table is answered with %d %s", made.Status, made.Body)
	}
	fmt.Printf("Tables at http://%s\n", l.Addr())
	go ask(e)
	return endpoint.Serve(context.Background(), l, e, endpoint.Bounds{})
}

// ask sends the load for as long as the process lives. A moment that came late sends
// what the moments before it left out.
func ask(e *endpoint.Endpoint) {
	var answered atomic.Int64
	room := make(chan struct{}, mostAsked)
	began, told, n := time.Now(), time.Now(), 0
	for range time.Tick(every) {
		for due := int(time.Since(began).Seconds() * rate); n < due; n++ {
			room <- struct{}{}
			go func() {
				e.Handle(context.Background(), asked(n))
				answered.Add(1)
				<-room
			}()
		}
		if time.Since(told) >= time.Second {
			told = time.Now()
			fmt.Println(answered.Load())
		}
	}
}

// asked is the request with a number: of ten, six write an entity, three read one and
// one reads a partition.
func asked(n int) wire.Request {
	key := n * 7919 % keys
	if n%4 == 0 {
		key = n / 4 % hot
	}
	partition, row := fmt.Sprintf("customer-%04d", key), fmt.Sprintf("%03d", n%97)
	one := "/Orders(PartitionKey='" + partition + "',RowKey='" + row + "')"
	switch n % 10 {
	case 0:
		return request(http.MethodGet, "/Orders()?$filter=PartitionKey%20eq%20'"+partition+"'%20and%20Total%20gt%2050", "")
	case 1, 4, 7:
		return request(http.MethodGet, one, "")
	}
	return request(http.MethodPut, one, fmt.Sprintf(`{"Customer":"%s","Total":%d,"City":"Amsterdam"}`, partition, n%500))
}

func request(method, path, body string) wire.Request {
	return wire.Request{Method: method, URL: "/devstoreaccount1" + path, Body: []byte(body), Header: wire.Header{
		{Name: "Host", Value: "127.0.0.1"},
		{Name: "Accept", Value: "application/json;odata=nometadata"},
		{Name: "Content-Type", Value: "application/json"},
	}}
}
