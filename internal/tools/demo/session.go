package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// session is the environment of the steps: a CLI in a folder with a copy of the configuration, and the service.
type session struct {
	out     io.Writer
	cli     *programs.CLI
	service *programs.Emulator
	// secret is the value of every secret in the configuration. Nothing that the CLI says or writes may hold it.
	secret string
}

// newSession lays out, under dir, a copy of the configuration and an installation of the provider.
func newSession(out io.Writer, dir, cli string, service *programs.Emulator) (*session, error) {
	work, secret := filepath.Join(dir, "work"), "secret-"+rand.Text()
	if err := errors.Join(copyConfiguration(work, configuration), installProvider(dir, provider)); err != nil {
		return nil, err
	}
	c, err := programs.NewCLI(cli, work, append(slices.Clone(service.Settings),
		"TF_VAR_registry_password="+secret, "TF_VAR_hub_token="+secret)...)
	return &session{out: out, cli: c, service: service, secret: secret}, err
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
	fmt.Fprintf(s.out, "$ %s %s\n", s.cli, strings.Join(step.args, " "))
	var said bytes.Buffer
	exit, err := s.cli.Run(ctx, io.MultiWriter(&said, s.out), step.args...) // Line by line, as the CLI prints it.
	if err != nil {
		return err
	}
	got := outcome{exit, said.String()}
	var requests []request
	if err := s.service.Journal(ctx, &requests); err != nil {
		return err
	}
	wrote := writes(requests)
	fmt.Fprintf(s.out, "\nThe service saw %d reads. Writes: %s.\n", len(requests)-len(wrote),
		cmp.Or(strings.Join(wrote, ", "), "none"))
	failures := append(unexpected(step, got, wrote), s.leaks(got), s.left(ctx, step.leaves))
	if step.after != nil {
		failures = append(failures, step.after(ctx, s))
	}
	return errors.Join(failures...)
}

// outcome is the result of a command of the CLI.
type outcome struct {
	exit int
	text string // Standard output and standard error.
}

// request is an entry of the emulator's journal.
type request struct {
	Method    string          `json:"method"`
	Operation string          `json:"operation"`
	Body      json.RawMessage `json:"body"`
}

// writes returns the operations that write, sorted, and for an update the changed attributes.
func writes(requests []request) (names []string) {
	for _, r := range requests {
		var fields map[string]json.RawMessage
		switch {
		case r.Method == http.MethodGet:
		case r.Method == http.MethodPatch && json.Unmarshal(r.Body, &fields) == nil:
			names = append(names, r.Operation+"("+strings.Join(slices.Sorted(maps.Keys(fields)), ", ")+")")
		default:
			names = append(names, r.Operation)
		}
	}
	slices.Sort(names)
	return names
}

// unexpected compares the output of the CLI and the writes to the service with the expectation of a step.
func unexpected(step step, got outcome, wrote []string) (found []error) {
	if got.exit != step.exit {
		found = append(found, fmt.Errorf("expected exit status %d, got %d", step.exit, got.exit))
	}
	for _, text := range step.shows {
		if !strings.Contains(got.text, text) {
			found = append(found, fmt.Errorf("expected the output to say %q", text))
		}
	}
	if !slices.Equal(wrote, step.writes) {
		found = append(found, fmt.Errorf("expected the writes %q to reach the service, got %q", step.writes, wrote))
	}
	return found
}

// leaks searches for the secret in the output of the CLI, and in every file that it has written: the state, its backup,
// the lock file.
func (s *session) leaks(got outcome) error {
	if strings.Contains(got.text, s.secret) {
		return errors.New("expected no secret in the output")
	}
	files := os.DirFS(s.cli.Dir)
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

// object is one of the account, as far as the steps look at it.
type object struct {
	ID         string            `json:"id"`
	Env        map[string]string `json:"env"`
	Status     string            `json:"status"`     // of a job
	SlsVersion *int              `json:"slsVersion"` // of a worker
}

// account returns all objects of the account, by kind.
func (s *session) account(ctx context.Context) (all map[string][]object, err error) {
	_, err = s.service.Call(ctx, http.MethodGet, "/_emulator/state", "", &all)
	return all, err
}

// left compares the objects of the account with those that a step is to leave in it. It does not count those that go by
// themselves, and no client can delete: a job that has ended, and a worker.
func (s *session) left(ctx context.Context, want objects) error {
	if want == nil {
		return nil
	}
	all, err := s.account(ctx)
	if err != nil {
		return err
	}
	got := objects{}
	for kind, list := range all {
		for _, one := range list {
			hasEnded := slices.Contains([]string{"COMPLETED", "FAILED", "TIMED_OUT", "CANCELLED"}, one.Status)
			if !hasEnded && one.SlsVersion == nil {
				got[kind]++
			}
		}
	}
	if !maps.Equal(got, want) {
		return fmt.Errorf("expected the account to hold %v, got %v", want, got)
	}
	return nil
}

// setVariable gives a variable a value for the steps that follow, as one would in the repository that holds the
// configuration.
func setVariable(name, value string) func(context.Context, *session) error {
	return func(_ context.Context, s *session) error {
		line := fmt.Sprintf("%s = %q\n", name, value)
		return os.WriteFile(filepath.Join(s.cli.Dir, name+".auto.tfvars"), []byte(line), 0o600)
	}
}

// useVersion2 makes the provider use version 2 of the management interface in the steps that follow.
func useVersion2(_ context.Context, s *session) error {
	s.cli.Settings = append(s.cli.Settings, "PODFLEET_REST_URL="+s.service.URL+"/management/v2")
	return nil
}

// edit changes the objects of a kind behind the CLI's back.
func edit(kind, patch string) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		all, err := s.account(ctx)
		for _, one := range all[kind] {
			_, failed := s.service.Call(ctx, http.MethodPatch, "/_emulator/state/"+kind+"/"+one.ID, patch, nil)
			err = errors.Join(err, failed)
		}
		return err
	}
}

// secretReachedTheService checks the other half of "the secret is nowhere": the worker that needs it does get it.
func secretReachedTheService(ctx context.Context, s *session) error {
	all, err := s.account(ctx)
	if list := all["templates"]; err == nil && (len(list) != 1 || list[0].Env["HUB_TOKEN"] != s.secret) {
		err = errors.New("expected HUB_TOKEN in the environment of the one template to hold the secret")
	}
	return err
}
