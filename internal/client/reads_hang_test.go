package client_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// hangingLists is a service whose lists never come.
type hangingLists struct{ lists int }

func (h *hangingLists) RoundTrip(r *http.Request) (*http.Response, error) {
	_, id, single := strings.Cut(r.URL.Path, "/endpoints/")
	if !single {
		h.lists++
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(`{"id":"` + id + `"}`)), Request: r}, nil
}

// A list that does not come has half of a reader's time, and two minutes at most, and has failed then for all.
func TestReads_listThatHangs(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ timeout, want time.Duration }{
		"a minute":   {time.Minute, 30 * time.Second},
		"an hour":    {time.Hour, 2 * time.Minute},
		"no timeout": {0, 2 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := &hangingLists{}
				c := newClient(t, "https://api.example.com/v1", func(config *client.Config) {
					config.APIKey = name // A client of its own account.
				})
				c.SetTransport(service)
				read := func(id string) time.Duration {
					t.Helper()
					ctx := t.Context()
					if test.timeout != 0 {
						bounded, cancel := context.WithTimeout(ctx, test.timeout)
						defer cancel()
						ctx = bounded
					}
					began := time.Now()
					if got, err := c.ReadEndpoint(ctx, id); err != nil || got.ID != id {
						t.Errorf("%s: %+v %v", id, got, err)
					}
					return time.Since(began)
				}
				first, second, third := read("a"), read("b"), read("c")
				if first != 0 || second != test.want || third != 0 || service.lists != 1 {
					t.Errorf("the reads took %v, %v and %v, with %d lists", first, second, third, service.lists)
				}
			})
		})
	}
}
