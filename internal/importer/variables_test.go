package importer_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/importer"
)

// answersAboutTemplates calls do with each answer about templates and its number, until stop. The first provider of the
// reader sends a list, and a GET by which the client checks that items of the list are whole. The answers from the
// third on are for the provider that reads the names of variables.
func answersAboutTemplates(w *acctest.Env, do func(n int64, answer *emulatortest.Answer)) (stop func()) {
	var answers atomic.Int64
	rewrite := w.Rewrite()
	rewrite.Use(func(answer *emulatortest.Answer) {
		if answer.Operation == "ListTemplates" || answer.Operation == "GetTemplate" {
			do(answers.Add(1), answer)
		}
	})
	return func() { rewrite.Use(nil) }
}

func withVariables(t *testing.T, w *acctest.Env) {
	t.Helper()
	for id, name := range map[string]string{"t1": "first", "t2": "second"} {
		objects(t, w, [3]any{emulator.KindTemplates, id, members{"name": name, "imageName": "i:1",
			"env": members{"TOKEN": secret + id}}})
	}
}

// If the second provider cannot read an object, the object is written without the names of its variables. The block and
// the summary say so, and the run is incomplete.
func TestRun_unreadableVariables(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start()
		w.AllowBadRequests()
		withVariables(t, w)
		stop := answersAboutTemplates(w, func(n int64, answer *emulatortest.Answer) {
			if n > 2 {
				answer.Status = http.StatusForbidden
				answer.Header.Set("Content-Type", "application/json")
				answer.Body = []byte(`{"status": 403, "title": "refused", "detail": "refused", "error": "refused"}`)
			}
		})
		o := options(t, w)
		o.Only = []string{"templates"}
		var summary strings.Builder
		err := importer.Run(t.Context(), o, &summary)
		if !errors.Is(err, importer.ErrIncomplete) {
			t.Errorf("%v\n%s", err, &summary)
		}
		for _, want := range []string{"first\" (t1)", "second\" (t2)"} {
			want = `  template "` + want + ": The names of its environment variables: Cannot read template: not permitted: The service said: "
			if !strings.Contains(summary.String(), want) {
				t.Errorf("no %q in\n%s", want, &summary)
			}
		}
		files := contents(t, o.Out)
		if n := strings.Count(files["templates.tf"], "# podfleet-import could not read the names of its environment "+
			"variables. They stay as they are.\n"); n != 2 {
			t.Errorf("%d comments in\n%s", n, files["templates.tf"])
		}
		stop()
		changed := parse(t, files).changes(t, w.Process(acctest.Values{"import_env": false}))
		if len(changed) > 0 {
			t.Errorf("the plan changes %v", changed)
		}
	})
}

// An object that the service deletes before the second provider reads it has no block: its import would fail.
func TestRun_deletedMeanwhile(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start()
		withVariables(t, w)
		_ = answersAboutTemplates(w, func(n int64, _ *emulatortest.Answer) {
			if n == 2 {
				if err := w.DeleteObject(emulator.KindTemplates, "t1"); err != nil {
					t.Error(err)
				}
			}
		})
		o := options(t, w)
		o.Only = []string{"templates"}
		summary := read(t, o)
		if !strings.Contains(summary, `template "first" (t1): The service has deleted it.`) ||
			!strings.Contains(summary, ": 1\n") {
			t.Error(summary)
		}
		if got := sortedAddresses(parse(t, contents(t, o.Out))); len(got) != 1 || got[0] != "podfleet_template.second_t2" {
			t.Errorf("%v", got)
		}
	})
}

// With any name of a variable, the uncommented lines are a configuration with that name: the names of HCL too, such as
// `for`, which would begin an expression.
func TestRun_namesOfVariables(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	names := []string{"for", "if", "null", "true", "each", "", "a.b", "a-b", "1x", "${x}", "%{x}", "a\nb", `a"b`, "# x"}
	for i, name := range names {
		objects(t, w, [3]any{emulator.KindPods, fmt.Sprintf("p%d", i), members{"name": "it", "imageName": "i:1",
			"env": members{name: secret}}})
	}
	o := options(t, w)
	o.Only = []string{"pods"}
	_ = read(t, o)
	parsed := parse(t, map[string]string{
		"pods.tf": commentedEnv.ReplaceAllString(contents(t, o.Out)["pods.tf"], "  $1")})
	for i, name := range names {
		attributes, _ := parsed.resources[fmt.Sprintf("podfleet_pod.it_p%d", i)].JustAttributes()
		object, diags := attributes["env_wo"].Expr.Value(&hcl.EvalContext{Variables: map[string]cty.Value{
			"var": cty.ObjectVal(map[string]cty.Value{fmt.Sprintf("pod_it_p%d_env", i): cty.MapVal(map[string]cty.Value{
				name: cty.StringVal("value")})})}})
		if diags.HasErrors() || !object.RawEquals(cty.ObjectVal(map[string]cty.Value{name: cty.StringVal("value")})) {
			t.Errorf("%q: %#v %v", name, object, diags)
		}
	}
}
