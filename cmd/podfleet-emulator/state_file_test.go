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
				_, text, err := try(t, http.MethodPost, rest+"/templates", emulator.DefaultAPIKey, body)
				if err != nil || json.Unmarshal([]byte(text), &created) != nil {
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
	_, text := send(t, http.MethodGet, rest+"/templates", emulator.DefaultAPIKey, "")
	if err := json.Unmarshal([]byte(text), &list); err != nil {
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
