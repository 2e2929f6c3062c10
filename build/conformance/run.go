package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/engine/wire/rule"
)

// Clients is the environment variable that tells the tests with the official
// clients where the endpoint is.
const Clients = "KEYRANGE_TABLES"

// Steering is the environment variable that tells them how to steer it: the address
// and the token.
const Steering = "KEYRANGE_STEER"

// steeringToken is no secret: the endpoint is there for the tests alone.
const steeringToken = "conformance"

// Serve serves an endpoint with the clock of the machine for the official
// clients, until stop is called.
func Serve() (url string, stop func() error, err error) {
	e, err := endpoint.New(endpoint.Options{AdminToken: steeringToken})
	if err != nil {
		return "", nil, err
	}
	listener, err := endpoint.Listen("127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- endpoint.Serve(ctx, listener, e, endpoint.Bounds{Shutdown: time.Second}) }()
	return "http://" + listener.Addr().String() + "/" + account, func() error {
		cancel()
		return errors.Join(<-ended, e.Close())
	}, nil
}

// GoClient returns the command that tests an endpoint with the official Go
// client, and JavaScriptClient with the one for JavaScript, in the repository
// at root. Extra arguments are for the test programs.
func GoClient(root, url string, extra ...string) *exec.Cmd {
	args := append([]string{"-C", filepath.Join(root, "build/conformance/sdk"), "test", "-count=1", "-timeout=5m"}, extra...)
	return clientCommand(url, "go", append(args, ".")...)
}

// JavaScriptClient is told at GoClient.
func JavaScriptClient(root, url string, extra ...string) *exec.Cmd {
	args := append([]string{"--test"}, extra...)
	return clientCommand(url, "node", append(args, filepath.Join(root, "build/conformance/node/suite.test.mjs"))...)
}

func clientCommand(url, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), Clients+"="+url, Steering+"="+strings.TrimSuffix(url, account)+"keyrange/ "+steeringToken)
	return cmd
}

// Main holds the endpoint to the rules and to the official clients, and, if
// compared, shows where Azurite differs. It fails when ours does.
func Main(root string, compared bool, out io.Writer) error {
	cases, err := Load(root)
	if err != nil {
		return err
	}
	for name, why := range Exceptions {
		fmt.Fprintf(out, "not over a socket: %s: %s\n", name, why)
	}
	ours, err := try(Start, cases)
	if err != nil {
		return err
	}
	failed := Report(out, "ours", ours)
	clients := runClients(root, out)
	if compared {
		theirs, err := try(func() (*Target, error) { return StartAzurite(root) }, cases)
		if err != nil {
			return err
		}
		Compare(out, "Azurite "+AzuriteVersion, ours, theirs)
	}
	if failed > 0 {
		return fmt.Errorf("%d cases of conformance failed", failed)
	}
	return clients
}

func try(start func() (*Target, error), cases []rule.Case) ([]Outcome, error) {
	t, err := start()
	if err != nil {
		return nil, err
	}
	outcomes := Run(t, cases)
	return outcomes, t.Close()
}

// runClients runs the tests with both official clients.
func runClients(root string, out io.Writer) error {
	url, stop, err := Serve()
	if err != nil {
		return err
	}
	var failed error
	for _, cmd := range []*exec.Cmd{GoClient(root, url, "-v"), JavaScriptClient(root, url, "--test-reporter=spec")} {
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Run(); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err))
		}
	}
	return errors.Join(failed, stop())
}
