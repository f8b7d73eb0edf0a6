package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// session is the environment of the steps: a CLI in a folder with a copy of the configuration, and the service.
type session struct {
	out     io.Writer
	cli     *cli
	service emulator
	// secret is the value of every secret in the configuration. Nothing that the CLI says or writes may hold it. Empty
	// for a CLI that cannot keep one.
	secret string
}

// newSession lays out, under dir, a copy of the configuration and an installation of the provider.
func newSession(
	ctx context.Context, out io.Writer, dir string, given inputs, service emulator,
) (*session, error) {
	work := filepath.Join(dir, "work")
	if err := copyConfiguration(work, given.configuration); err != nil {
		return nil, err
	}
	config, err := installProvider(dir, given.provider)
	if err != nil {
		return nil, err
	}
	secret := "secret-" + rand.Text()
	environment := append(slices.Clone(service.Settings),
		"TF_CLI_CONFIG_FILE="+config,
		"TF_VAR_registry_password="+secret,
		"TF_VAR_hub_token="+secret,
	)
	c, err := newCLI(ctx, given.cli, work, environment)
	if err != nil {
		return nil, err
	}
	s := &session{out: out, cli: c, service: service, secret: secret}
	if c.olderThan(1, 11) {
		s.secret = ""
		fmt.Fprintf(out, "%s has no write-only arguments, so the password goes into its state as it does everywhere "+
			"else.\n", c)
		if err := withoutWriteOnly(work); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// run runs the steps one after the other, up to the first that fails.
func (s *session) run(ctx context.Context, steps []step) error {
	for i, step := range steps {
		fmt.Fprintf(s.out, "\n[%d/%d] %s\n\n", i+1, len(steps), step.says)
		if err := s.runStep(ctx, step); err != nil {
			return fmt.Errorf("step %d of %d, %q: %w", i+1, len(steps), strings.Join(step.args, " "), err)
		}
	}
	return nil
}

func (s *session) runStep(ctx context.Context, step step) error {
	if step.before != nil {
		if err := step.before(ctx, s); err != nil {
			return err
		}
	}
	if err := s.service.ClearJournal(ctx); err != nil {
		return err
	}
	outcome, err := s.cli.run(ctx, s.out, step.args...)
	if err != nil {
		return err
	}
	requests, err := s.service.requests(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\n%s\n", summary(requests))

	failures := unexpected(step, outcome, requests)
	failures = append(failures, s.leaks(outcome), s.left(ctx, step.leaves))
	if step.after != nil {
		failures = append(failures, step.after(ctx, s))
	}
	return errors.Join(failures...)
}

// unexpected compares the output of the CLI and the requests to the service with the expectation of a step.
func unexpected(step step, got outcome, requests []request) []error {
	var found []error
	if got.exit != step.exit {
		found = append(found, fmt.Errorf("expected exit status %d, got %d", step.exit, got.exit))
	}
	for _, text := range step.shows {
		if !strings.Contains(got.text, text) {
			found = append(found, fmt.Errorf("expected the output to say %q", text))
		}
	}
	if writes := writes(requests); !slices.Equal(writes, step.writes) {
		found = append(found, fmt.Errorf("expected the writes %q to reach the service, got %q", step.writes, writes))
	}
	return found
}

// leaks searches for the secret in the output of the CLI, and in every file that it has written: the state, its backup,
// the lock file.
func (s *session) leaks(got outcome) error {
	if s.secret == "" {
		return nil
	}
	if strings.Contains(got.text, s.secret) {
		return errors.New("expected no secret in the output")
	}
	files := os.DirFS(s.cli.dir)
	return fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err == nil && strings.Contains(string(text), s.secret) {
			err = fmt.Errorf("expected no secret in %s", entry.Name())
		}
		return err
	})
}

// left compares the objects of the account with those that a step is to leave in it.
func (s *session) left(ctx context.Context, want objects) error {
	if want == nil {
		return nil
	}
	state, err := s.service.state(ctx)
	if err != nil {
		return err
	}
	got := objects{}
	for kind, list := range state {
		for _, object := range list {
			if !passing(object) {
				got[kind]++
			}
		}
	}
	if !maps.Equal(got, want) {
		return fmt.Errorf("expected the account to hold %v, got %v", want, got)
	}
	return nil
}

// passing reports whether an object goes by itself, and no client can delete it: a job that has ended, or a worker.
func passing(object json.RawMessage) bool {
	var one struct {
		Status     string `json:"status"`     // of a job
		SlsVersion *int   `json:"slsVersion"` // of a worker
	}
	if err := json.Unmarshal(object, &one); err != nil {
		return false
	}
	return slices.Contains([]string{"COMPLETED", "FAILED", "TIMED_OUT", "CANCELLED"}, one.Status) ||
		one.SlsVersion != nil
}

// setVariable gives a variable a value for the steps that follow, as one would in the repository that holds the
// configuration.
func setVariable(name, value string) func(context.Context, *session) error {
	return func(_ context.Context, s *session) error {
		line := fmt.Sprintf("%s = %q\n", name, value)
		return os.WriteFile(filepath.Join(s.cli.dir, name+".auto.tfvars"), []byte(line), 0o600)
	}
}

// useVersion2 makes the provider use version 2 of the management interface in the steps that follow.
func useVersion2(_ context.Context, s *session) error {
	s.cli.environment = append(s.cli.environment, "PODFLEET_REST_URL="+s.service.URL+"/management/v2")
	return nil
}

// edit changes the one object of a kind behind the CLI's back.
func edit(kind, patch string) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		var object struct {
			ID string `json:"id"`
		}
		if err := s.service.only(ctx, kind, &object); err != nil {
			return err
		}
		return s.service.patch(ctx, kind, object.ID, patch)
	}
}

// secretReachedTheService checks the other half of "the secret is nowhere": the worker that needs it does get it.
func secretReachedTheService(ctx context.Context, s *session) error {
	if s.secret == "" {
		return nil
	}
	var template struct {
		Env map[string]string `json:"env"`
	}
	if err := s.service.only(ctx, "templates", &template); err != nil {
		return err
	}
	if template.Env["HUB_TOKEN"] != s.secret {
		return errors.New("expected HUB_TOKEN in the template's environment to hold the secret")
	}
	return nil
}
