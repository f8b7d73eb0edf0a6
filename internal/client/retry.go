package client

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"
)

// longestRetryAfter bounds the pause a service can ask for. A front end in
// trouble has been seen to ask for an hour; the caller's own deadline and the
// number of attempts are better judges of that.
const longestRetryAfter = time.Minute

// retryable is the whole policy: whether a request that was answered with
// status, or failed with err, may be sent again.
//
// Reading and deleting can be repeated. Creating and updating cannot: the first
// attempt may have been carried out, and a second pod bills as much as the first.
// These are sent again only where it is certain that the service did nothing: it
// refused for its rate limit, it said when to come back, or the connection was
// never made.
func retryable(repeatable bool, status int, hasRetryAfter bool, err error) bool {
	if err != nil {
		return repeatable && transient(err) || neverSent(err)
	}
	switch status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		return repeatable || hasRetryAfter
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return repeatable
	default:
		return false
	}
}

// neverSent reports whether an error came before there was a connection to
// send anything over: the name did not resolve, or nobody listens there.
func neverSent(err error) bool {
	var resolve *net.DNSError
	if errors.As(err, &resolve) || errors.Is(err, syscall.ECONNREFUSED) {
		return true
	}
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// transient reports whether an error of the connection may be gone the next
// time. A certificate that does not verify will not verify then either, and
// who speaks no TLS will not learn it.
func transient(err error) bool {
	var certificate *tls.CertificateVerificationError
	var noTLS tls.RecordHeaderError
	return !errors.As(err, &certificate) && !errors.As(err, &noTLS) && !errors.Is(err, context.Canceled)
}

// cutShort reports whether the caller's time was up in the middle of an attempt.
// Then the refusal before it is what there is to say: unless this is a write, of
// which nobody knows now what it did.
func (c *call) cutShort(ctx context.Context) bool {
	return ctx.Err() != nil && c.repeatable && c.last != nil && c.last.Status != 0
}

// checkRetry is the policy as the library asks for it.
func checkRetry(ctx context.Context, answer *http.Response, err error) (bool, error) {
	call := callFrom(ctx)
	if answer != nil {
		call.last = call.errorOf(answer)
	} else if err != nil && !call.cutShort(ctx) {
		call.last = call.errorWithout(ctx, err)
	}
	var status int
	var hasRetryAfter bool
	if answer != nil {
		status = answer.StatusCode
		_, hasRetryAfter = retryAfter(answer.Header, time.Now())
	}
	if call.single || !retryable(call.repeatable, status, hasRetryAfter, err) {
		return false, nil // An answer is an answer, also one that came in the last moment.
	}
	return true, ctx.Err()
}

// backoff is the pause before attempt n+1: as long as the service asked for, up
// to a bound, else a growing one with full jitter.
func backoff(shortest, longest time.Duration, n int, answer *http.Response) time.Duration {
	pace := Backoff{Min: shortest, Max: longest}
	if answer != nil {
		if asked, ok := retryAfter(answer.Header, time.Now()); ok {
			// A little more than asked, so that those who were refused together do not return together.
			return min(asked, longestRetryAfter) + Backoff{Min: shortest, Max: shortest}.pause(0)
		}
	}
	return pace.pause(n)
}

// fullJitter draws the n-th pause, from 0: random, in [0,1), of the smaller of
// the pace's maximum and its minimum doubled n times.
func fullJitter(pace Backoff, n int, random float64) time.Duration {
	ceiling := pace.Max
	if n < 32 { // More doublings would overflow, and have long reached any maximum.
		if doubled := pace.Min << n; doubled > 0 && doubled < ceiling {
			ceiling = doubled
		}
	}
	return time.Duration(random * float64(ceiling))
}

// retryAfter reads the header in both of its forms: seconds, and a date. A
// value that is neither is as good as none.
func retryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	value := header.Get("Retry-After")
	if value == "" {
		return 0, false
	}
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 {
		const day = 24 * 60 * 60 // Beyond it the multiplication could overflow, and nobody waits that long.
		return time.Duration(min(seconds, day)) * time.Second, true
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(date.Sub(now), 0), true
	}
	return 0, false
}
