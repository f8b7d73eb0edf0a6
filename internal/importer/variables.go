package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// variable returns the name of the input variable for an argument.
func (f *found) variable(argument string) string {
	return string(f.kind) + "_" + f.resource + "_" + strings.TrimSuffix(argument, "_wo")
}

// variables returns the names of the environment variables that belong into the object's block, sorted. Those of an
// endpoint with a template are the template's.
func (f *found) variables() []string {
	env, hasEnv := f.state.AsValueMap()["env"]
	if !hasEnv || env.IsNull() || f.kind == endpoints && f.config["image_name"] == cty.NilVal {
		return nil
	}
	return slices.Sorted(maps.Keys(env.AsValueMap()))
}

// declareInputs declares the input variables of an object. Secrets are in no plan file.
func (f *found) declareInputs(all files) {
	declare := func(argument, kind, description string) {
		if argument != "username" {
			kind += "\nsensitive = true\nephemeral = true"
		}
		all.add(variablesFile, "variable %q {\ndescription = %s\ntype = %s\n}\n", f.variable(argument),
			hcl(cty.StringVal(description)), kind)
	}
	for _, argument := range slices.Sorted(maps.Keys(f.config)) {
		if !f.config[argument].IsKnown() {
			declare(argument, "string", fmt.Sprintf("The %s of the registry credentials %s. The first plan adopts it without a "+
				"comparison.", strings.TrimSuffix(argument, "_wo"), f.id))
		}
	}
	if len(f.variables()) > 0 { // Only comments refer to it.
		declare("env", "map(string)\ndefault = null", fmt.Sprintf(
			"The values of the environment variables of the %s %s, by their names.", f.kind, f.id))
	}
}

// comments returns the argument for the environment variables of an object as comments that a user can complete.
// Nothing is configured: so they stay as they are.
func (f *found) comments() string {
	names := f.variables()
	if len(names) == 0 {
		return ""
	}
	text := "\n# The service has these environment variables. They stay as they are until you configure all of them:\n" +
		"# set the input variable " + f.variable("env") + ", and uncomment the lines below.\n# env_wo = {\n"
	for _, name := range names {
		quoted := hcl(cty.StringVal(name))
		key := quoted
		if hclsyntax.ValidIdentifier(name) && name != "for" { // That would begin a for expression.
			key = name
		}
		text += fmt.Sprintf("#   %s = var.%s[%s]\n", key, f.variable("env"), quoted)
	}
	return text + "# }\n# env_wo_version = 1\n"
}
