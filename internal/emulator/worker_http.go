package emulator

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"unicode/utf8"
)

// maxAnswer bounds what a worker elsewhere may answer: nothing is published, so it is as much as a job may be.
const maxAnswer = maxRunSyncBody

// workOutside hands a job to the address in the template's env. Its result comes back whenever it does.
func (s *Server) workOutside(j *job, w *worker) {
	id, run, address := j.id, j.run, w.env["WORKER_URL"]
	text, err := encode(j.forWorker(w))
	if err != nil {
		s.logger.Error("a job cannot be encoded", "error", err)
		return
	}
	// Nobody waits for a job that has ended, or that is another worker's by now.
	ctx, cancel := context.WithCancel(s.workers.ctx)
	j.cancel = cancel
	s.workers.do(j.endpointID, func() {
		defer cancel()
		result := s.askWorker(ctx, address, text)
		s.mu.Lock()
		defer s.mu.Unlock()
		if j, q := s.job(id); j != nil && j.run == run {
			now := s.clock.now()
			s.finish(q, j, result, now) //nolint:contextcheck // What follows has a context of its own, the webhooks'.
			s.settle(q, now)            //nolint:contextcheck // The same.
		}
	})
}

func (s *Server) askWorker(ctx context.Context, address string, job []byte) WorkerResult {
	if address == "" {
		return WorkerResult{Error: "the template's env has no WORKER_URL"}
	}
	text, status, err := s.post(ctx, address, job, maxAnswer+1)
	switch {
	case err != nil:
		return WorkerResult{Error: "the worker at WORKER_URL does not answer: " + err.Error()}
	case status/100 != 2:
		return WorkerResult{Error: fmt.Sprintf("the worker at WORKER_URL answers %d: %.1000s", status, text)}
	}
	if len(text) > maxAnswer {
		return WorkerResult{Error: fmt.Sprintf("the worker at WORKER_URL: the answer exceeds %d MiB", maxAnswer>>20)}
	}
	return readResult(text)
}

// readResult takes an object with output or error, and nothing beside them but id and status, for such. Anything else
// is the output.
func readResult(text []byte) WorkerResult {
	if len(bytes.TrimSpace(text)) == 0 {
		return WorkerResult{}
	}
	if !json.Valid(text) || !utf8.Valid(text) {
		return WorkerResult{Output: string(text)}
	}
	whole := WorkerResult{Output: json.RawMessage(text)}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return whole
	}
	for name := range members {
		switch name {
		case "id", "status", "output", "error":
		default:
			return whole
		}
	}
	output, done := members["output"]
	if failure := given(members["error"]); failure != nil && (!done || !isEmpty(failure)) {
		var message string
		if json.Unmarshal(failure, &message) != nil {
			message = string(failure)
		}
		if message == "" {
			message = "failed"
		}
		return WorkerResult{Error: message}
	}
	if done {
		return WorkerResult{Output: output}
	}
	return whole
}

// isEmpty tells an error that is none: some handlers answer with both members, always.
func isEmpty(failure json.RawMessage) bool {
	return string(failure) == `""` || string(failure) == "false"
}

// post is every request that the emulator makes. It follows no redirect, and its errors repeat no address: that may hold
// a password. Of the answer's body it reads most bytes; with 0 it does not wait for one.
func (s *Server) post(ctx context.Context, address string, body []byte, most int64) (text []byte, status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, 0, errors.New("the address is no URL")
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.outgoing.Do(request)
	if err != nil {
		var cause *url.Error
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return nil, 0, err
	}
	defer func() {
		if err := response.Body.Close(); err != nil {
			s.logger.Debug("closing an answer", "error", err)
		}
	}()
	text, err = io.ReadAll(io.LimitReader(response.Body, most))
	return text, response.StatusCode, err
}

// newOutgoing is a client of its own, whose idle connections end with the server.
func newOutgoing() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
