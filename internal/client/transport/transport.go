// Package transport sends requests to a service over HTTP and reads the answers: one table of repetitions, one kind of
// error, turns at the rate limits (package pacing), and nothing secret in what it returns (package redact). It knows
// neither the kinds of objects of the service nor what a request is for: its callers say that in each Request, and in
// the functions of Config.
package transport

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-cleanhttp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// Config has what a client needs for its requests. Limits are required.
type Config struct {
	Settings
	// Connections is the number of idle connections that are kept for a host.
	Connections int
	// Limits are the service's rate limits, which transports share whose requests the service counts together.
	Limits *pacing.Limits
	// Wording gives the words of the service's errors a meaning.
	Wording Wording
	// Begin is called before the first attempt at a request, and end after the last. Nil is allowed.
	Begin func(r Request) (end func())
	// Failed is called after each attempt that failed. Nil is allowed.
	Failed func(r Request, failure *Error)
	// Answered is called with each whole response, whatever its status. Nil is allowed.
	Answered func(ctx context.Context, a *Answer)
}

// Transport sends requests to one service with one API key. It is safe for concurrent use.
type Transport struct {
	config       Config
	roundTripper http.RoundTripper
}

// New returns a transport. It sends nothing.
func New(config Config) *Transport {
	pooled := cleanhttp.DefaultPooledTransport()
	// The CLI works on ten resources at once, or on as many as -parallelism allows; with the library's default (cores + 1)
	// most of them would open a connection for each request.
	pooled.MaxIdleConnsPerHost = config.Connections
	pooled.MaxResponseHeaderBytes = maxErrorSize // As much as of an error: see maxAnswerSize.
	t := &Transport{config: config, roundTripper: pooled}
	if config.WrapTransport != nil {
		t.roundTripper = config.WrapTransport(pooled)
	}
	return t
}

// Redact removes from a text the values that the context names, and the key. A very long text is cut. Errors are
// redacted already.
func (t *Transport) Redact(ctx context.Context, text string) string {
	return redact.New(ctx, t.config.APIKey).Replace(text)
}
