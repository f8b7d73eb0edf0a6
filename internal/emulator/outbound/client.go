// Package outbound makes the calls of the emulator to others, in real time: to remote workers and webhooks.
package outbound

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Client sends the emulator's own requests, and runs the tasks that wait for their answers. Close it.
type Client struct {
	http   *http.Client
	header http.Header

	ctx   context.Context // It ends with the client, not with a call.
	stop  context.CancelFunc
	mu    sync.Mutex // Do or Close, not both
	tasks sync.WaitGroup
}

const (
	maxHeader   = 64 << 10 // bytes of an answer's
	maxIdle     = 100      // connections, to all hosts together
	idleTimeout = 30 * time.Second
)

// NewClient makes a client with connections of its own. Its requests go where the policy allows, and have these headers
// beside their own. It uses no proxy, which would make the connections in its place.
func NewClient(policy Policy, header http.Header) *Client {
	c := &Client{
		http: &http.Client{
			Transport: &http.Transport{
				DialContext:            policy.dial,
				TLSHandshakeTimeout:    dialTimeout,
				MaxResponseHeaderBytes: maxHeader,
				MaxIdleConns:           maxIdle,
				IdleConnTimeout:        idleTimeout,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		header: header,
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// Do begins a task in a goroutine of its own: calls that hang delay no other. The limits of the queue bound the tasks,
// as each is about one job. A task takes the locks that it needs itself. Its context ends when the client is closed, or
// when the task is cancelled.
//
//nolint:contextcheck,nolintlint // A task outlives its request. nolintlint does not see that this is read.
func (c *Client) Do(task func(ctx context.Context)) (cancel func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ctx, cancel := context.WithCancel(c.ctx)
	if ctx.Err() == nil {
		c.tasks.Go(func() {
			defer cancel()
			task(ctx)
		})
	}
	return cancel
}

// Wait returns when no task is under way. The caller must not hold a lock that a task takes.
func (c *Client) Wait() { c.tasks.Wait() }

// Close cancels all tasks, waits as Wait does, and closes idle connections.
func (c *Client) Close() {
	c.mu.Lock()
	c.stop()
	c.mu.Unlock()
	c.Wait()
	c.http.CloseIdleConnections()
}

// Answer is the answer to a request.
type Answer struct {
	Status int
	Type   string // of the content, as the header has it
	Text   []byte
}

// Post sends a request with a JSON body. It follows no redirect, and its errors do not contain the address, which can
// have a password. It reads at most so many bytes of the answer's body; with 0 it does not wait for a body.
func (c *Client) Post(ctx context.Context, address string, body []byte, maxBytes int64) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return Answer{}, errors.New("the address is no URL")
	}
	maps.Copy(request.Header, c.header)
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		var cause *url.Error
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return Answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxBytes))
	return Answer{response.StatusCode, response.Header.Get("Content-Type"), text}, err
}
