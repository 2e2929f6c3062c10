package main

import (
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/fault"
	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/build/stream"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// tableSetting is what the flags say about the Table endpoint.
type tableSetting struct {
	listen, port string
	address      string // to listen at
	data         string // file of the operation log, "" for none
	open         bool   // requests need no credentials
	guide        bool   // say how to connect
	key          string // of the account, "" for the one that everybody knows
	window       time.Duration
	pageBytes    int
	log          string // file of the access log, "" for none, "-" for standard error
	logFile      *os.File
	seed, keys   string // file of rows, and templates of their keys
	table        string // that the rows go into
	faults       []fault.Rule
	faultFile    string
	faultSeed    uint64
	token        string // for who steers the endpoint
	load         string // the model that requests wait for, "" for none
	decisions    string // how quick it decides
	record       string // file of a recording, "" for none
	prepared     *endpoint.Options
}

// define declares the flags of the endpoint.
func (s *tableSetting) define(flags *flag.FlagSet) {
	flags.StringVar(&s.port, "tables-port", strconv.Itoa(endpoint.DefaultPort), "`port` of the Table endpoint, 0 for any")
	flags.StringVar(&s.listen, "listen", "127.0.0.1", "`address` that the Table endpoint listens at; beyond this machine it needs -key")
	flags.StringVar(&s.data, "data", "", "`file` that keeps the tables; without one they end with the process")
	flags.StringVar(&s.key, "key", "", "`key` of the account in base64; without one the key that all emulators have")
	flags.DurationVar(&s.window, "deletion-window", 40*time.Second,
		"how `long` the name of a deleted table cannot be used again, 0 for not at all")
	flags.IntVar(&s.pageBytes, "page-bytes", endpoint.PageBytes, "`bytes` of JSON that end a page of a query, which is a bound of our own")
	flags.StringVar(&s.log, "log", "", "`file` that gets a line of JSON for each request, - for standard error")
	flags.StringVar(&s.seed, "seed", "", "CSV or JSON `file` whose rows are in the tables from the start")
	flags.StringVar(&s.keys, "keys", "", "`templates` of their keys, as '{City}/{OrderId:06}': PartitionKey, a slash, RowKey")
	flags.StringVar(&s.table, "table", "", "`name` of their table; without one that of the file")
	flags.Func("fault", "`rule` of what goes wrong on purpose, as '503 op=insert count=2'; can be repeated", func(text string) error {
		r, err := fault.ParseRule(text)
		s.faults = append(s.faults, r)
		return err
	})
	flags.StringVar(&s.faultFile, "fault-file", "", "`file` of such rules, one a line")
	flags.Uint64Var(&s.faultSeed, "fault-seed", 1, "`seed` of which share of the requests a rule takes")
	flags.StringVar(&s.load, "load", "", "`model` of the service that delays and refuses requests: today, 2010 or the file of a scenario")
	flags.StringVar(&s.decisions, "decisions", "real", "how `fast` it splits and moves ranges: real, after minutes, or quick, after seconds")
	flags.StringVar(&s.record, "record", "", "`file` that gets a recording of what is asked, for the site's Live and simulator")
	flags.StringVar(&s.token, "admin-token", "", "`token` for who steers the endpoint or listens to it; without one it is drawn and printed")
}

// prefix is what the environment variables of the endpoint begin with: that of
// -deletion-window is KEYRANGE_TABLES_DELETION_WINDOW.
const prefix = "KEYRANGE_TABLES_"

// fromEnvironment gives flags of the endpoint the values that the environment
// has for them, and names the variables in their help.
func fromEnvironment(flags *flag.FlagSet) (err error) {
	own := flag.NewFlagSet("", flag.ContinueOnError)
	(&tableSetting{}).define(own)
	own.VisitAll(func(f *flag.Flag) {
		name := prefix + strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(f.Name, "tables-"), "-", "_"))
		flags.Lookup(f.Name).Usage += " (" + name + ")"
		if value, ok := os.LookupEnv(name); ok && err == nil {
			if err = flags.Set(f.Name, value); err != nil {
				err = fmt.Errorf("%s is %q: %w", name, value, err)
			}
		}
	})
	return err
}

// check reads what the flags say. Whoever can reach the endpoint from elsewhere
// must not know its key from a manual.
func (s *tableSetting) check() error {
	n, err := strconv.Atoi(s.port)
	if err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("-tables-port (with make: TABLES_PORT) is %q: use a number from 0 to 65535", s.port)
	}
	s.address = net.JoinHostPort(s.listen, s.port)
	if s.key != "" {
		if _, ok := access.ParseSigningKey(s.key); !ok {
			return errors.New("the -key of an account is base64, as `openssl rand -base64 32` prints it")
		}
	}
	if !s.local() && (s.key == "" || s.key == access.DevelopmentKey) {
		return fmt.Errorf("at %s others can reach the tables, and everybody knows the key of the emulators: give a -key of your own, "+
			"as `openssl rand -base64 32` prints it", s.listen)
	}
	if (s.seed == "") != (s.keys == "") {
		return errors.New("-seed and -keys go together: a file of rows, and templates for their PartitionKey and RowKey")
	}
	return nil
}

// local reports whether only this machine can reach the address.
func (s *tableSetting) local() bool {
	address, err := netip.ParseAddr(s.listen)
	return err == nil && address.IsLoopback() || s.listen == "localhost"
}

// options are those of the endpoint.
func (s *tableSetting) options() (o endpoint.Options, err error) {
	o = endpoint.Options{Data: s.data, Open: s.open, Local: s.local(), Warn: os.Stderr, PageBytes: s.pageBytes, Window: s.window}
	if s.window <= 0 {
		o.Window = -1
	}
	if s.key != "" {
		o.Key, _ = access.ParseSigningKey(s.key)
	}
	rules := s.faults
	if s.faultFile != "" {
		text, err := os.ReadFile(s.faultFile)
		if err != nil {
			return o, err
		}
		more, err := fault.ParseRules(string(text))
		if err != nil {
			return o, fmt.Errorf("%s: %w", s.faultFile, err)
		}
		rules = append(rules, more...)
	}
	o.Faults = fault.NewBook(rules, s.faultSeed)
	if s.load != "" && s.load != frontdoor.Unlimited {
		var setting frontdoor.Setting
		if setting, err = frontdoor.ReadSetting(s.load, s.decisions); err != nil {
			return o, err
		}
		o.Door = frontdoor.New(setting, nil)
	}
	if err = endpoint.CheckFaults(rules, o.Door); err != nil {
		return o, err
	}
	if o.Stream, err = s.listeners(o.Door); err != nil {
		return o, err
	}
	if s.token == "" {
		s.token = rand.Text()
	}
	o.AdminToken = s.token
	switch s.log {
	case "":
	case "-":
		o.Access = os.Stderr
	default:
		file, err := os.OpenFile(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return o, fmt.Errorf("the access log cannot be written: %w", err)
		}
		s.logFile, o.Access = file, file
	}
	return o, nil
}

// listeners is what tells of requests, and writes a recording if one is wanted.
func (s *tableSetting) listeners(door *frontdoor.Door) (*stream.Stream, error) {
	all := stream.New(door)
	if s.record == "" {
		return all, nil
	}
	file, err := os.Create(s.record)
	if err != nil {
		return nil, fmt.Errorf("the recording cannot be written: %w", err)
	}
	return all, all.Record(file, s.record, func(err error) { fmt.Fprintf(os.Stderr, "%s: %v.\n", s.record, err) })
}

func (s *tableSetting) closeLog() {
	if s.logFile != nil {
		s.logFile.Close()
	}
}
