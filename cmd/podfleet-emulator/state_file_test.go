package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An emulator that is killed in the midst of creates has each one that it answered when it starts again.
func TestStateFile_killed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.json")
	started := func() (rest string, kill func()) {
		cmd := command(t, "--listen", "127.0.0.1:0", "--state-file", path, "--log-level", "error")
		stdout, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(stdout).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(strings.TrimPrefix(line, "PODFLEET_REST_URL=")), func() {
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
			_ = cmd.Wait() // It was killed.
		}
	}
	call := func(method, url, body string, answer any) error {
		request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+emulator.DefaultAPIKey)
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer func() { _ = response.Body.Close() }() // It was read.
		return json.NewDecoder(response.Body).Decode(answer)
	}
	rest, kill := started()
	answered := make(chan string, 1000)
	var clients sync.WaitGroup
	for client := range 8 {
		clients.Go(func() {
			for i := range 1000 {
				var created struct {
					ID string `json:"id"`
				}
				body := fmt.Sprintf(`{"name":"t-%d-%d","imageName":"i"}`, client, i)
				if call(http.MethodPost, rest+"/templates", body, &created) != nil {
					return // It is dead.
				}
				answered <- created.ID
			}
		})
	}
	ids := []string{}
	for range 100 {
		ids = append(ids, <-answered)
	}
	kill()
	clients.Wait()
	close(answered)
	for id := range answered {
		ids = append(ids, id)
	}
	rest, kill = started()
	defer kill()
	var list []struct {
		ID string `json:"id"`
	}
	if err := call(http.MethodGet, rest+"/templates", "", &list); err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for _, one := range list {
		kept[one.ID] = true
	}
	for _, id := range ids {
		if !kept[id] {
			t.Errorf("%q was answered, and is not among %d", id, len(list))
		}
	}
}
