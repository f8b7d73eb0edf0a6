// Command contractlive reads a real deployment and prints in what its answers differ from api/openapi.yaml, or from
// api/openapi-v2.yaml if the management interface is version 2. It sends GETs only, one after the other, and prints no
// value of an answer.
//
//	PODFLEET_REST_URL=https://host/v2 PODFLEET_QUEUE_URL=https://host/v2 PODFLEET_API_KEY=… make contract-live
//
// It exits with 0 if nothing differs, with 1 if something does, and with 2 if it could not look.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"path"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	differs, err := run(ctx, os.Getenv, os.Stdout)
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "contract-live:", err)
		os.Exit(2)
	case differs:
		os.Exit(1)
	}
}

// run reports whether anything differs.
func run(ctx context.Context, getenv func(string) string, out io.Writer) (differs bool, err error) {
	rest, err := baseURL(getenv, "PODFLEET_REST_URL", "v1", "v2")
	if err != nil {
		return false, err
	}
	queue, err := baseURL(getenv, "PODFLEET_QUEUE_URL", "v2")
	if err != nil {
		return false, err
	}
	key := getenv("PODFLEET_API_KEY")
	if key == "" {
		return false, errors.New("set PODFLEET_API_KEY to a key that may read everything")
	}
	t := &tour{key: key, rest: rest, queue: queue, version: 1, out: out}
	if path.Base(rest.Path) == "v2" {
		t.version = 2
	}
	return t.readAll(ctx)
}

// baseURL reads the base URL of an interface. The key goes there, so it is https, or this machine.
func baseURL(getenv func(string) string, variable string, versions ...string) (*url.URL, error) {
	text := getenv(variable)
	if text == "" {
		return nil, fmt.Errorf("set %s to the base URL of the service, which ends in /%s", variable,
			strings.Join(versions, " or /"))
	}
	u, problem := framework.BaseURL(text, versions...)
	if problem != nil {
		return nil, fmt.Errorf("%s %s", variable, problem.Detail)
	}
	if u.Scheme == "http" && !framework.IsLoopback(u.Hostname()) {
		return nil, fmt.Errorf("%s is plain http, which would send the API key over the network in the clear: use https",
			variable)
	}
	return u, nil
}
