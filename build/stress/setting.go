package stress

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"time"
)

// ConnectionVariable is the environment variable that -endpoint has its value from when
// it is not given, so that the key need not stand in a command line.
const ConnectionVariable = "AZURE_TABLES_CONNECTION_STRING"

// Setting is what the command line says.
type Setting struct {
	Connection string
	Scenario   string // the name of the file
	Recording  string // the name of the file to write
	For        time.Duration
	Requests   int64
	Cost       float64 // US dollars at most
	Price      float64 // US dollars for 10,000 requests; below 0: not given
	Yes        bool
}

// What a run may come to, whatever the flags say.
const (
	longestRun   = time.Hour
	mostRequests = 10_000_000
	mostCost     = 1000
)

// tablePrice is the list price of Table storage for 10,000 requests in US dollars
// (azure.microsoft.com/pricing/details/storage/tables).
const tablePrice = 0.00036

// Define makes the flags.
func (s *Setting) Define(flags *flag.FlagSet) {
	flags.StringVar(&s.Connection, "endpoint", "", "`connection` string of the account; better in "+ConnectionVariable+
		", where no list of processes shows it. UseDevelopmentStorage=true is the endpoint of keyrange tables")
	flags.StringVar(&s.Scenario, "scenario", "", "`file` of a scenario, as the simulator saves it: its clients send the requests")
	flags.StringVar(&s.Recording, "recording", "stress.recording", "`file` to write what was measured to")
	flags.DurationVar(&s.For, "for", time.Minute, "`time` after which it ends, at most "+longestRun.String())
	flags.Int64Var(&s.Requests, "requests", 100_000, "`number` of requests after which it ends")
	flags.Float64Var(&s.Cost, "cost", 1, "estimated cost in US `dollars` after which it ends")
	flags.Float64Var(&s.Price, "price", -1, "US `dollars` for 10,000 requests; for Table storage its list price if left out")
	flags.BoolVar(&s.Yes, "yes", false, "do not ask before it begins, for scripts")
}

// Check says what is wrong with the flags, in one sentence.
func (s *Setting) Check() error {
	if s.Connection == "" {
		s.Connection = os.Getenv(ConnectionVariable)
	}
	switch {
	case s.Connection == "":
		return errors.New("say where to send requests: give -endpoint CONNECTION, or set " + ConnectionVariable)
	case s.Scenario == "":
		return errors.New("say what to send: give -scenario FILE, which the simulator saves")
	case s.For < time.Second || s.For > longestRun:
		return fmt.Errorf("-for is %v: use 1s to %v", s.For, longestRun)
	case s.Requests < 1 || s.Requests > mostRequests:
		return fmt.Errorf("-requests is %d: use 1 to %d", s.Requests, mostRequests)
	case !(s.Cost > 0 && s.Cost <= mostCost):
		return fmt.Errorf("-cost is %v: use a number above 0, up to %d", s.Cost, mostCost)
	case math.IsNaN(s.Price) || s.Price > mostCost:
		return fmt.Errorf("-price is %v: use 0 to %d", s.Price, mostCost)
	}
	return nil
}

// price is what 10,000 requests cost on an account.
func (s *Setting) price(a *Account) (float64, error) {
	switch {
	case a.Free():
		return 0, nil
	case s.Price >= 0:
		return s.Price, nil
	case a.Cosmos():
		return 0, errors.New("Cosmos DB has no price for a request: say with -price what 10,000 requests cost at your throughput")
	}
	return tablePrice, nil
}
