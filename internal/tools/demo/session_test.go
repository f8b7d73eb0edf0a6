package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

func TestSurprises(t *testing.T) {
	t.Parallel()
	update := step{exit: 2, shows: []string{"1 to change"}, writes: []string{"UpdateTemplate(env, readme)"}}
	read := request{Method: "GET", Operation: "GetTemplate"}
	write := request{Method: "PATCH", Operation: "UpdateTemplate", Body: json.RawMessage(`{"readme": "", "env": {}}`)}
	for name, test := range map[string]struct {
		got      outcome
		requests []request
		want     string
	}{
		"none":        {outcome{2, "Plan: 1 to change."}, []request{read, write, read}, ""},
		"exit status": {outcome{0, "Plan: 1 to change."}, []request{write}, "expected exit status 2, got 0"},
		"output":      {outcome{2, "No changes."}, []request{write}, `expected the output to say "1 to change"`},
		"a write more": {outcome{2, "Plan: 1 to change."}, []request{write, write},
			`expected the writes ["UpdateTemplate(env, readme)"] to reach the service, got ["UpdateTemplate(env, readme)" "UpdateTemplate(env, readme)"]`},
		"no write at all": {outcome{2, "Plan: 1 to change."}, []request{read},
			`expected the writes ["UpdateTemplate(env, readme)"] to reach the service, got []`},
	} {
		var got []string
		for _, err := range unexpected(update, test.got, writes(test.requests)) {
			got = append(got, err.Error())
		}
		if text := strings.Join(got, "\n"); text != test.want {
			t.Errorf("%s: got %q, want %q", name, text, test.want)
		}
	}
}

func TestScene_leaks(t *testing.T) {
	t.Parallel()
	s := &session{cli: &programs.CLI{Dir: t.TempDir()}, secret: "hush"}
	if err := s.leaks(outcome{text: "nothing to see"}); err != nil {
		t.Errorf("without the secret: %v", err)
	}
	if err := s.leaks(outcome{text: "env: hush"}); err == nil {
		t.Error("the secret in the output was not noticed")
	}
	state := filepath.Join(s.cli.Dir, "sub", "terraform.tfstate.backup")
	if err := os.MkdirAll(filepath.Dir(state), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(state, []byte(`{"password": "hush"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.leaks(outcome{}); err == nil || !strings.Contains(err.Error(), "terraform.tfstate.backup") {
		t.Errorf("the secret in a file: got %v", err)
	}
}

func TestStory_leavesNothing(t *testing.T) {
	t.Parallel()
	for i, step := range steps {
		if step.says == "" || len(step.args) == 0 || len(step.shows) == 0 {
			t.Errorf("step %d says, does or shows nothing", i+1)
		}
	}
	last := steps[len(steps)-1]
	if last.args[0] != "destroy" || last.leaves == nil || len(last.leaves) > 0 {
		t.Errorf("the last step does not end with an empty account, but with %v and %v", last.args, last.leaves)
	}
}
