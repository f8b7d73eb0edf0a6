package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// emulator is a running podfleet-emulator.
type emulator struct {
	url      string   // Of its listener, without a path.
	settings []string // The lines it printed, each NAME=value.

	process *os.Process
	ended   chan error
	log     *bytes.Buffer
}

// startEmulator starts the program on a free port and returns when it is ready to be used. It is not ended with ctx but
// by stop: an interrupted CLI, too, is to find the service there while it winds up.
func startEmulator(ctx context.Context, path string) (*emulator, error) {
	command := exec.CommandContext(context.WithoutCancel(ctx), path, "--listen", "127.0.0.1:0", "--seed", "1")
	command.Env = cleanEnvironment()
	ownGroup(command)
	e := &emulator{ended: make(chan error, 1), log: &bytes.Buffer{}}
	command.Stderr = e.log
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	e.process = command.Process

	// Whatever it is doing instead of printing its lines ends with ctx.
	release := context.AfterFunc(ctx, func() { _ = e.process.Kill() })
	lines := bufio.NewScanner(output)
	for len(e.settings) < 3 && lines.Scan() {
		e.settings = append(e.settings, lines.Text())
	}
	release()
	go func() { e.ended <- command.Wait() }()

	for _, setting := range e.settings {
		if rest, found := strings.CutPrefix(setting, "PODFLEET_REST_URL="); found {
			e.url = strings.TrimSuffix(rest, "/v1")
		}
	}
	if len(e.settings) < 3 || e.url == "" {
		return nil, errors.Join(fmt.Errorf("expected three settings from the emulator, got %q", e.settings), ctx.Err(),
			e.stop())
	}
	return e, nil
}

// stop ends the emulator as an operator would, and minds how it ends.
func (e *emulator) stop() error {
	if err := e.process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case err := <-e.ended:
		if err != nil {
			return fmt.Errorf("expected the emulator to end cleanly: %w\n%s", err, e.log)
		}
		return nil
	case <-time.After(5 * time.Second):
		_ = e.process.Kill()
		return fmt.Errorf("expected the emulator to end on SIGTERM: %w\n%s", <-e.ended, e.log)
	}
}

// environment is what points the provider at the emulator.
func (e *emulator) environment() []string {
	return append([]string(nil), e.settings...)
}

func (e *emulator) emptyJournal(ctx context.Context) error {
	return e.control(ctx, http.MethodDelete, "/_emulator/requests", "", nil)
}

// journal is every request the service got since the journal was emptied.
func (e *emulator) journal(ctx context.Context) ([]request, error) {
	var requests []request
	err := e.control(ctx, http.MethodGet, "/_emulator/requests", "", &requests)
	return requests, err
}

// state is everything in the account, by kind.
func (e *emulator) state(ctx context.Context) (map[string][]json.RawMessage, error) {
	var state map[string][]json.RawMessage
	err := e.control(ctx, http.MethodGet, "/_emulator/state", "", &state)
	return state, err
}

// only decodes the one object of a kind that the account holds.
func (e *emulator) only(ctx context.Context, kind string, into any) error {
	state, err := e.state(ctx)
	if err != nil {
		return err
	}
	if list := state[kind]; len(list) != 1 {
		return fmt.Errorf("expected one of %s in the account, got %d", kind, len(list))
	}
	return json.Unmarshal(state[kind][0], into)
}

// patch changes an object without going through the service's interface.
func (e *emulator) patch(ctx context.Context, kind, id, patch string) error {
	return e.control(ctx, http.MethodPatch, "/_emulator/state/"+kind+"/"+id, patch, nil)
}

func (e *emulator) control(ctx context.Context, method, path, body string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	call, err := http.NewRequestWithContext(ctx, method, e.url+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	call.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, text)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}
