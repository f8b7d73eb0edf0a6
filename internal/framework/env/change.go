package env

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// The CLI shows nothing of a sensitive map, not even which of its keys change: an env of null in a generated
// configuration, which removes every variable, looks there like a new value of one. So plans and refreshes name the
// keys, and never values.

// describeChange names the variables that become others: "changes MODE; removes LEVEL; adds NEW". It is empty if
// none does. Variables that moved to envWO are not named: a reader of the plan is not to know of them, and nothing of
// them is lost. A value that is not yet known counts as another.
func describeChange(was, becomes, envWO types.Map) string {
	if becomes.IsUnknown() {
		return "may change every variable, because env is not yet known"
	}
	const changes, adds = "changes ", "adds "
	removes := "removes "
	if envWO.IsUnknown() {
		removes = "removes, or leaves to env_wo, which is not yet known, "
	}
	before, after, secret, keys := was.Elements(), becomes.Elements(), envWO.Elements(), map[string][]string{}
	for key, value := range before {
		switch {
		case after[key] == nil && secret[key] == nil:
			keys[removes] = append(keys[removes], key)
		case after[key] != nil && !after[key].Equal(value):
			keys[changes] = append(keys[changes], key)
		}
	}
	for key := range after {
		if before[key] == nil {
			keys[adds] = append(keys[adds], key)
		}
	}
	var parts []string
	for _, does := range []string{changes, removes, adds} {
		if len(keys[does]) > 0 {
			parts = append(parts, does+strings.Join(slices.Sorted(slices.Values(keys[does])), ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// describeTakenOver does what describeChange does, for the first variables after an import that left them out, if
// the service has others.
func describeTakenOver(becomes types.Map) string {
	names := "those of env_wo only"
	if len(becomes.Elements()) > 0 {
		names = strings.Join(slices.Sorted(maps.Keys(becomes.Elements())), ", ") + " and those of env_wo"
	}
	return "replaces all variables, which the import left out, with " + names
}

// WarnChange says what a plan does to variables if nothing else says it. change is from describeChange; if it is
// empty it adds no warning.
func WarnChange(object framework.Object, change string, diags *diag.Diagnostics) {
	if change != "" {
		diags.AddAttributeWarning(path.Root("env"), object.About("Environment variables change"),
			"The plan for the "+object.String()+" "+change+". Values are not shown, because they can be secret.")
	}
}

// WarnDrift names the variables in env that a refresh found changed. Those of env_wo are in neither map.
func WarnDrift(object framework.Object, was, is types.Map, diags *diag.Diagnostics) {
	if change := describeChange(was, is, types.MapNull(types.StringType)); change != "" {
		diags.AddAttributeWarning(path.Root("env"), object.About("Environment variables were changed outside of Terraform"),
			"A change to the "+object.String()+" outside of Terraform "+change+". Values are not shown, "+
				"because they can be secret.\n\nNext: check the plan. An apply restores the configured variables.")
	}
}
