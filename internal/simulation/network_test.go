package simulation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// weather has the ways in which a network treats requests and answers.
type weather struct {
	// fastest and slowest bound how long a request or an answer takes.
	fastest, slowest time.Duration
	// late is the part of the creates that arrive about when their client gives them up, and silent that of their answers.
	late, silent float64
	// lying is the part of the lists that a replica answers which lacks the newest object.
	lying float64
	// undated says that a front end takes the header Date away.
	undated bool
}

// network is between one process and the service. What it carries arrives, though its client may have given it up.
type network struct {
	draws
	weather
	w       *world
	process string

	exchanges order
	// sent, if not nil, is called with every create when it is sent.
	sent func(address, path string, body []byte)

	underWay sync.WaitGroup
	// dead says that the process was killed: it sends nothing any more, and nothing reaches it.
	dead atomic.Bool
}

var errKilled = errors.New("the process was killed")

func newNetwork(w *world, process string, how weather) *network {
	return &network{draws: w.draws, weather: how, w: w, process: process}
}

// wrap is for client.Config.WrapTransport.
func (n *network) wrap(transport http.RoundTripper) http.RoundTripper {
	return exchanges(func(r *http.Request) (*http.Response, error) { return n.exchange(transport, r) })
}

type exchanges func(*http.Request) (*http.Response, error)

func (e exchanges) RoundTrip(r *http.Request) (*http.Response, error) { return e(r) }

// Headers that tell the ledger whose request it is. The service ignores them.
const (
	processHeader = "X-Simulation-Process"
	addressHeader = "X-Simulation-Address"
)

// exchange carries a request to the service and the answer back, for as long as that takes. The client that stops
// waiting notices so a little later, each at an instant of its own.
func (n *network) exchange(transport http.RoundTripper, r *http.Request) (*http.Response, error) {
	if n.dead.Load() {
		return nil, errKilled
	}
	ctx, address := r.Context(), acctest.AddressOf(r.Context())
	key := n.next(r)
	sent := r.Clone(context.WithoutCancel(ctx))
	sent.Header.Set(processHeader, n.process)
	sent.Header.Set(addressHeader, address)
	var create *request // nil for all else
	if isCreate(r) {
		create = n.w.ledger.sent(n.process, address, request{at: time.Now(), name: nameIn(bodyOf(r))})
		if n.sent != nil {
			n.sent(address, r.URL.Path, []byte(bodyOf(r)))
		}
	}
	there, back := n.legs(r, key)
	done := make(chan carried, 1)
	n.underWay.Go(func() {
		time.Sleep(there)
		o := n.carry(transport, sent)
		if isList(r) && o.whole && !r.URL.Query().Has("cursor") && n.happens(n.lying, key, "lie") {
			o = o.withoutNewest(r.URL.Path)
		}
		time.Sleep(back)
		done <- o
	})
	select {
	case o := <-done:
		if n.dead.Load() {
			return nil, errKilled
		}
		if o.whole && isList(r) {
			n.w.ledger.looked(look{process: n.process, kind: kindOf(r.URL.Path), left: o.left, ids: o.ids(r.URL.Path)})
		}
		n.w.ledger.over(create, o.response != nil && isTimeout(o.response.StatusCode))
		return o.response, o.err
	case <-ctx.Done():
		time.Sleep(n.between(time.Microsecond, time.Millisecond, key, "noticed"))
		n.w.ledger.over(create, true)
		return nil, ctx.Err()
	}
}

// next identifies an exchange.
func (n *network) next(r *http.Request) string {
	return fmt.Sprint(n.process, " ", n.exchanges.key(r.Context(), r.Method, r.URL.RequestURI()))
}

// legs are the times that a request and its answer take.
func (n *network) legs(r *http.Request, key string) (there, back time.Duration) {
	there = n.between(n.fastest, n.slowest, key, "there")
	back = n.between(n.fastest, n.slowest, key, "back")
	if !isCreate(r) {
		return there, back
	}
	if n.happens(n.late, key, "late") {
		there = n.between(requestTimeout/2, 3*requestTimeout, key, "how late")
	}
	if n.happens(n.silent, key, "silent") {
		back = n.between(requestTimeout/2, 2*requestTimeout, key, "how silent")
	}
	return there, back
}

// carried is an exchange at its end.
type carried struct {
	response *http.Response
	err      error
	left     time.Time // when the answer left the service
	whole    bool      // It is a success, and there is all of it.
	body     []byte
}

// ids are those of a list.
func (c carried) ids(path string) []string {
	all, _ := objectsOf(path, c.body)
	ids := make([]string, len(all))
	for i, text := range all {
		var one struct{ ID string }
		if json.Unmarshal(text, &one) == nil {
			ids[i] = one.ID
		}
	}
	return ids
}

// isTimeout says whether a status says that an answer took too long: the service may still act.
func isTimeout(status int) bool {
	return status == http.StatusRequestTimeout || status >= http.StatusGatewayTimeout
}

// carry makes the exchange, and reads the answer as far as it goes.
func (n *network) carry(transport http.RoundTripper, r *http.Request) carried {
	response, err := transport.RoundTrip(r)
	if err != nil {
		return carried{err: err}
	}
	left := time.Now()
	body, err := io.ReadAll(response.Body)
	if closing := response.Body.Close(); err == nil {
		err = closing
	}
	response.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), ending{err}))
	if n.undated {
		response.Header.Del("Date")
	}
	return carried{response, nil, left, err == nil && response.StatusCode == http.StatusOK, body}
}

// withoutNewest is the list that it is without its newest object: the last over version 1, and the first over version
// 2.
func (c carried) withoutNewest(path string) carried {
	body, err := io.ReadAll(c.response.Body)
	if all, with := objectsOf(path, body); err == nil && len(all) > 0 {
		if version, _, _ := parts(path); version == 1 {
			all = all[:len(all)-1]
		} else {
			all = all[1:]
		}
		body, err = with(all)
	}
	c.response.Body, c.body = io.NopCloser(io.MultiReader(bytes.NewReader(body), ending{err})), body
	return c
}

// ending is the end of a body: an error if there was one.
type ending struct{ err error }

func (e ending) Read([]byte) (int, error) {
	if e.err == nil || errors.Is(e.err, io.EOF) {
		return 0, io.EOF
	}
	return 0, e.err
}

// bodyOf returns the body of a request.
func bodyOf(r *http.Request) string {
	body, err := r.GetBody()
	if err != nil {
		return err.Error()
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// nameIn is the name in the body of a create; empty if it has none.
func nameIn(body string) string {
	var named struct{ Name string }
	if json.Unmarshal([]byte(body), &named) != nil {
		return ""
	}
	return named.Name
}

func isList(r *http.Request) bool {
	return r.Method == http.MethodGet && kindOf(r.URL.Path) != "" && idOf(r.URL.Path) == ""
}

func isCreate(r *http.Request) bool {
	return r.Method == http.MethodPost && kindOf(r.URL.Path) != "" && idOf(r.URL.Path) == ""
}
