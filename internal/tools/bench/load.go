package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// load is requests to a queue, over so many connections at a time. It shares the machine with the server that it
// measures, so it does as little as it can: with net/http on both sides, the client would use half of the measured
// time.
type load struct {
	address     string // host and port
	endpoint    string // path of the endpoint, such as /v2/abc
	key         string
	connections int
	body        []byte // of each submission
	status      bool   // whether each job is asked about once it is submitted
}

// run submits so many jobs and returns how long that took.
func (l load) run(ctx context.Context, jobs int) (time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var taken atomic.Int64
	var senders sync.WaitGroup
	started := time.Now()
	for range l.connections {
		senders.Go(func() {
			if err := l.send(ctx, func() bool { return taken.Add(1) <= int64(jobs) }); err != nil {
				cancel(err)
			}
		})
	}
	senders.Wait()
	return time.Since(started), context.Cause(ctx)
}

// send submits jobs over a connection of its own while more returns true.
func (l load) send(ctx context.Context, more func() bool) error {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", l.address)
	if err != nil {
		return err
	}
	defer connection.Close()
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()
	c := caller{connection: connection, answers: bufio.NewReader(connection)}
	submission := l.request(http.MethodPost, "/run", l.body)
	for more() {
		body, err := c.call(submission)
		if err != nil {
			return err
		}
		if !l.status {
			continue
		}
		id, err := idIn(body)
		if err != nil {
			return err
		}
		if _, err := c.call(l.request(http.MethodGet, "/status/"+id, nil)); err != nil {
			return err
		}
	}
	return nil
}

// request returns a request in its form on the wire.
func (l load) request(method, path string, body []byte) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s %s%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n", method, l.endpoint, path, l.address,
		l.key)
	if len(body) > 0 {
		fmt.Fprintf(&text, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	text.WriteString("\r\n")
	text.Write(body)
	return text.Bytes()
}

// caller sends one request after the other over a connection.
type caller struct {
	connection net.Conn
	answers    *bufio.Reader
	body       []byte // of the last answer
}

// call sends a request and returns the body of the answer, which is good until the next call.
func (c *caller) call(request []byte) ([]byte, error) {
	if _, err := c.connection.Write(request); err != nil {
		return nil, err
	}
	status, err := c.answers.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	refused := ""
	if !bytes.HasPrefix(status, []byte("HTTP/1.1 200 ")) {
		refused = string(bytes.TrimSpace(status))
	}
	length := -1
	for {
		line, err := c.answers.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			break
		}
		if name, value, _ := bytes.Cut(line, []byte(": ")); bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return nil, err
			}
		}
	}
	if length < 0 {
		return nil, fmt.Errorf("an answer without a length: %s", refused)
	}
	if cap(c.body) < length {
		c.body = make([]byte, length)
	}
	c.body = c.body[:length]
	if _, err := io.ReadFull(c.answers, c.body); err != nil {
		return nil, err
	}
	if refused != "" {
		return nil, fmt.Errorf("%s: %s", refused, c.body)
	}
	return c.body, nil
}

// idIn finds the id in the answer to a submission.
func idIn(body []byte) (string, error) {
	_, rest, found := bytes.Cut(body, []byte(`"id":"`))
	id, _, ended := bytes.Cut(rest, []byte(`"`))
	if !found || !ended {
		return "", fmt.Errorf("no id in %s", body)
	}
	return string(id), nil
}
