package importer_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// commentedEnv are the lines for environment variables that a user uncomments.
var commentedEnv = regexp.MustCompile(`(?m)^  # (env_wo = \{|  .* = var\..*|\}|env_wo_version = 1)$`)

// With any name of a variable, the uncommented lines are a configuration with that name: the names of HCL too, such as
// `for`, which would begin an expression.
func TestRun_namesOfVariables(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	names := []string{"for", "if", "null", "true", "each", "", "a.b", "a-b", "1x", "${x}", "%{x}", "a\nb", `a"b`, "# x"}
	for i, name := range names {
		w.Put(emulator.KindPods, fmt.Sprintf("p%d", i), members{"name": "it", "imageName": "i:1",
			"env": members{name: secret}})
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
