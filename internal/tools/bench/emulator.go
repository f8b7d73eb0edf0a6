package main

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

// emulator is the podfleet-emulator that runs this program (podfleet-emulator exec).
type emulator struct {
	url string // of its listener, without a path
	// settings are variables, each NAME=value: the environment that leads the provider to it.
	settings []string
}

// runningEmulator finds the emulator in the environment. A real account there is an error.
func runningEmulator(ctx context.Context) (*emulator, error) {
	e := &emulator{url: strings.TrimSuffix(os.Getenv("PODFLEET_REST_URL"), "/v1")}
	for _, name := range []string{"PODFLEET_REST_URL", "PODFLEET_QUEUE_URL", "PODFLEET_API_KEY"} {
		e.settings = append(e.settings, name+"="+os.Getenv(name))
	}
	if _, _, err := e.call(ctx, http.MethodGet, "/_emulator/health"); err != nil {
		return nil, fmt.Errorf("make runs it with podfleet-emulator exec; this environment leads to no emulator: %w", err)
	}
	return e, nil
}

// requests returns how many requests the service got since the journal was emptied. That the emulator had to drop some
// is an error.
func (e *emulator) requests(ctx context.Context) (int, error) {
	header, text, err := e.call(ctx, http.MethodGet, "/_emulator/requests")
	if err != nil {
		return 0, err
	}
	if dropped := header.Get("X-Journal-Dropped"); dropped != "0" {
		return 0, fmt.Errorf("the journal is not complete: the emulator has dropped %q requests", dropped)
	}
	var all []struct{}
	err = json.Unmarshal(text, &all)
	return len(all), err
}

// call calls the emulator's control interface.
func (e *emulator) call(ctx context.Context, method, path string) (http.Header, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, e.url+path, http.NoBody)
	if err != nil {
		return nil, nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
	}
	return response.Header, text, err
}
