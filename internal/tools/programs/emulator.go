// Package programs runs the emulator and CLIs as programs, for our own tools, which know them no other way.
package programs

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

// Emulator is a running podfleet-emulator.
type Emulator struct {
	URL string // of its listener, without a path
	// Settings are the lines it printed, each NAME=value: the environment that leads the provider to it.
	Settings []string

	command *exec.Cmd
	ended   chan error
	log     *bytes.Buffer
}

// StartEmulator starts the program on a free port and returns when it is ready to be used. It is not ended with ctx but
// by Stop: an interrupted CLI, too, is to find the service there while it winds up.
func StartEmulator(ctx context.Context, path string, flags ...string) (*Emulator, error) {
	flags = append([]string{"--listen", "127.0.0.1:0"}, flags...)
	command := exec.CommandContext(context.WithoutCancel(ctx), path, flags...)
	command.Env = CleanEnvironment()
	ownGroup(command)
	e := &Emulator{command: command, ended: make(chan error, 1), log: &bytes.Buffer{}}
	command.Stderr = e.log
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}

	// If the process hangs before it prints its lines, the end of ctx kills it.
	release := context.AfterFunc(ctx, func() { _ = e.command.Process.Kill() })
	lines := bufio.NewScanner(output)
	for len(e.Settings) < 3 && lines.Scan() {
		e.Settings = append(e.Settings, lines.Text())
	}
	release()
	go func() { e.ended <- command.Wait() }()

	e.URL = strings.TrimSuffix(e.Setting("PODFLEET_REST_URL"), "/v1")
	if len(e.Settings) < 3 || e.URL == "" {
		return nil, errors.Join(fmt.Errorf("expected three settings from the emulator, got %q", e.Settings), ctx.Err(),
			e.Stop())
	}
	return e, nil
}

// Setting returns the value of one of Settings; empty if none has that name.
func (e *Emulator) Setting(name string) string {
	for _, setting := range e.Settings {
		if value, found := strings.CutPrefix(setting, name+"="); found {
			return value
		}
	}
	return ""
}

// Stop ends the emulator as an operator would, and minds how it ends.
func (e *Emulator) Stop() error {
	if err := e.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case err := <-e.ended:
		if err != nil {
			return fmt.Errorf("expected the emulator to end cleanly: %w\n%s", err, e.log)
		}
		return nil
	case <-time.After(5 * time.Second):
		_ = e.command.Process.Kill()
		return fmt.Errorf("expected the emulator to end on SIGTERM: %w\n%s", <-e.ended, e.log)
	}
}

// ClearJournal empties the journal.
func (e *Emulator) ClearJournal(ctx context.Context) error {
	_, err := e.Call(ctx, http.MethodDelete, "/_emulator/requests", "", nil)
	return err
}

// Journal decodes every request that the service got since the journal was emptied. That the emulator had to drop some
// is an error.
func (e *Emulator) Journal(ctx context.Context, into any) error {
	header, err := e.Call(ctx, http.MethodGet, "/_emulator/requests", "", into)
	if dropped := header.Get("X-Journal-Dropped"); err == nil && dropped != "0" {
		return fmt.Errorf("the journal is not complete: the emulator has dropped %q requests", dropped)
	}
	return err
}

// Call calls the service, or its control interface, as its user. It decodes the answer unless into is nil, and returns
// its header.
func (e *Emulator) Call(ctx context.Context, method, path, body string, into any) (http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	call, err := http.NewRequestWithContext(ctx, method, e.URL+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	call.Header.Set("Content-Type", "application/json")
	call.Header.Set("Authorization", "Bearer "+e.Setting("PODFLEET_API_KEY"))
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		return nil, fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, text)
	}
	if into == nil {
		return answer.Header, nil
	}
	return answer.Header, json.Unmarshal(text, into)
}
