// Package programs runs CLIs, and calls the emulator, for our own tools, which know them as programs only.
package programs

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// Emulator is the podfleet-emulator that runs this program (podfleet-emulator exec).
type Emulator struct {
	URL string // of its listener, without a path
	// Settings are variables, each NAME=value: the environment that leads the provider to it.
	Settings []string

	key string
}

// RunningEmulator finds the emulator in the environment. A real account there is an error.
func RunningEmulator(ctx context.Context) (*Emulator, error) {
	rest := strings.TrimSuffix(os.Getenv("PODFLEET_REST_URL"), "/v1")
	e := &Emulator{URL: rest, key: os.Getenv("PODFLEET_API_KEY"), Settings: []string{"PODFLEET_REST_URL=" + rest + "/v1",
		"PODFLEET_QUEUE_URL=" + os.Getenv("PODFLEET_QUEUE_URL"), "PODFLEET_API_KEY=" + os.Getenv("PODFLEET_API_KEY")}}
	_, err := e.Call(ctx, http.MethodGet, "/_emulator/health", "", nil)
	if err != nil {
		return nil, fmt.Errorf("make runs it with podfleet-emulator exec; this environment leads to no emulator: %w", err)
	}
	return e, nil
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
	call.Header.Set("Authorization", "Bearer "+e.key)
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
