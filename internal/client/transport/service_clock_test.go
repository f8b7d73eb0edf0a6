package transport

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// dated answers after a delay. The Date is that of the request.
type dated struct {
	status int
	delay  time.Duration
	noDate bool
	cut    bool // The body ends too early.
}

func (d dated) RoundTrip(r *http.Request) (*http.Response, error) {
	header := http.Header{}
	if !d.noDate {
		header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	}
	time.Sleep(d.delay)
	var body io.Reader = strings.NewReader("{}")
	if d.cut {
		body = io.MultiReader(body, cutOff{})
	}
	return &http.Response{StatusCode: d.status, Header: header, Body: io.NopCloser(body), Request: r}, nil
}

type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// An answer that is slow to arrive can have left the service before a request failed that it arrives after.
func TestClock_sinceIgnoresSlowAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		config := configOf(http.StatusOK)
		service := &dated{status: http.StatusOK, delay: 30 * time.Second}
		config.WrapTransport = func(http.RoundTripper) http.RoundTripper { return service }
		transport, clock := newTransport(t, config), &config.Shared.Clock
		read := func() {
			_, err := transport.Send(t.Context(), Request{Operation: "GetThing", Method: http.MethodGet, Path: []string{"x"},
				Limit: pacing.Limit{Name: "things", Start: 2, Max: 2}})
			if err != nil {
				t.Error(err)
			}
		}
		go read()
		time.Sleep(20 * time.Second)
		failed := time.Now()
		time.Sleep(15 * time.Second)
		if date := clock.Since(failed); !date.IsZero() {
			t.Errorf("the answer to an earlier request dates the failure: %s, failed at %s", date, failed)
		}
		asked := time.Now()
		read()
		if date := clock.Since(failed); !date.Equal(asked.Truncate(time.Second)) {
			t.Errorf("%s, want %s", date, asked)
		}
	})
}

func TestAnsweredAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		service http.RoundTripper
		dated   bool
	}{
		"an error":          {service: dated{status: http.StatusInternalServerError}, dated: true},
		"cut off":           {service: dated{status: http.StatusCreated, cut: true}, dated: true},
		"without a Date":    {service: dated{status: http.StatusInternalServerError, noDate: true}},
		"without an answer": {service: refusing{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				config := configOf(http.StatusOK)
				config.WrapTransport = func(http.RoundTripper) http.RoundTripper { return c.service }
				_, err := newTransport(t, config).Send(t.Context(), aRequest)
				at := AnsweredAt(err)
				if err == nil || at.IsZero() == c.dated || c.dated && !at.Equal(time.Now().Truncate(time.Second)) {
					t.Errorf("%v: answered at %s", err, at)
				}
			})
		})
	}
	if at := AnsweredAt(errors.New("of the caller")); !at.IsZero() {
		t.Errorf("an error of the caller is answered at %s", at)
	}
}

// refusing breaks every connection.
type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("connection reset by peer")
}
