// Package transport sends requests to a service over HTTP and reads the answers: one table of repetitions, one kind of
// error, turns at the rate limits (package pacing), and nothing secret in what it returns (package redact). It knows
// neither the kinds of objects of the service nor what a request is for: its callers say that in each Request, and in
// the functions of Config.
package transport

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-cleanhttp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// Config says how to reach the service. APIKey, RESTURL and Limits are required.
type Config struct {
	// APIKey is sent as a bearer token, over both interfaces.
	APIKey string
	// RESTURL is the base of the management interface.
	RESTURL *url.URL
	// QueueURL is the base of the queue interface. Nil if only the management interface is used.
	QueueURL *url.URL
	// UserAgent is sent with every request; empty is the library's.
	UserAgent string
	// MaxRetries is the number of repetitions of a request after its first attempt; 0 is none.
	MaxRetries int
	// RequestTimeout bounds one attempt, from dialling to the last byte of the answer; 0 is no bound.
	RequestTimeout time.Duration
	// Connections is the number of idle connections that are kept for a host.
	Connections int
	// RetryWait bounds the pause before a request is sent again. SubmissionWait is the same of a submission.
	RetryWait, SubmissionWait pacing.Backoff
	// PausedGrace is for how long a submission is sent again that is rejected because of a pause: KindPaused.
	PausedGrace time.Duration
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
	// ObserveThrottling is called at the first 429 of each rate limit. Nil is allowed.
	ObserveThrottling func(context.Context, pacing.Throttling)
	// WrapTransport wraps the HTTP transport. Nil is allowed.
	WrapTransport func(http.RoundTripper) http.RoundTripper
	// Observe is called after every attempt, for logging. It never sees a body, a header or a query. Nil is allowed.
	Observe func(context.Context, Attempt)
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
