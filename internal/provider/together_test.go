package provider_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// part is a configuration that a CLI applies together with others, each as a module: it takes a CLI a second to start,
// and little to apply one more object.
type part struct {
	name, text string
	// variables are those that have no default.
	variables map[string]string
	// needs is the oldest CLI; empty for the oldest that the provider works with. only2 says that it needs version 2 of
	// the management interface.
	needs string
	only2 bool
}

var nameLine = regexp.MustCompile(`\bname\s+= "([^"]+)"`)

// names are those that a part gives to objects, or looks them up by.
func (p part) names() []string {
	var all []string
	for _, found := range nameLine.FindAllStringSubmatch(p.text, -1) {
		all = append(all, found[1])
	}
	return all
}

// together puts parts into groups that need the same, and in which no two have a name in common. A part with a provider
// block is by itself: a module has none.
func together(parts []part) [][]part {
	var groups [][]part
	for _, one := range parts {
		i := slices.IndexFunc(groups, func(group []part) bool {
			return !slices.ContainsFunc(append(group, one), hasProvider) && group[0].needs == one.needs &&
				group[0].only2 == one.only2 && !slices.ContainsFunc(group, one.collides)
		})
		if i < 0 {
			groups = append(groups, []part{one})
		} else {
			groups[i] = append(groups[i], one)
		}
	}
	return groups
}

func (p part) collides(other part) bool {
	return slices.ContainsFunc(p.names(), func(name string) bool { return slices.Contains(other.names(), name) })
}

func hasProvider(p part) bool { return strings.Contains(p.text, "\nprovider \"") }

// writeTogether writes a group into a workspace.
func writeTogether(t *testing.T, s *acctest.Workspace, group []part) {
	t.Helper()
	if len(group) == 1 {
		s.Write("main.tf", group[0].text)
		for name, value := range group[0].variables {
			s.Setenv("TF_VAR_"+name, value)
		}
		return
	}
	var root strings.Builder
	for i, one := range group {
		folder := fmt.Sprint("part", i)
		if err := os.Mkdir(filepath.Join(s.Dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
		s.Write(filepath.Join(folder, "main.tf"), one.text)
		fmt.Fprintf(&root, "module %q {\n  source = \"./%s\"\n", folder, folder)
		for name, value := range one.variables {
			fmt.Fprintf(&root, "  %s = %q\n", name, value)
		}
		root.WriteString("}\n")
		t.Logf("%s: %s", folder, one.name)
	}
	s.Write("main.tf", root.String())
	s.Must(0, "get")
}

// expectNothingLeft fails the test if objects exist, but for jobs that have ended.
func expectNothingLeft(t *testing.T, w *acctest.Env) {
	t.Helper()
	for _, kind := range stateKind {
		if left := slices.DeleteFunc(w.Objects(kind), isDone); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

var variableBlock = regexp.MustCompile(`(?ms)^variable "(\w+)" \{\n(.*?)^\}`)

// unset are the variables of a configuration that have no default, with values.
func unset(text string) map[string]string {
	all := map[string]string{}
	for _, block := range variableBlock.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(block[2], "default") {
			all[block[1]] = map[bool]string{true: "ssh-ed25519 AAAA you@example.com",
				false: "a-token"}[block[1] == "ssh_public_key"]
		}
	}
	return all
}
