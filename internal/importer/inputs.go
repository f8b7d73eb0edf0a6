package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// The versions of CLIs that the files can require. Write-only arguments and ephemeral variables need the second one.
const (
	withImports   = "1.8"
	withWriteOnly = "1.11"
)

// leastVersion returns the version of CLIs that the files require.
func (r *reader) leastVersion(objects []*found) string {
	if !r.options.PlainPasswords && slices.ContainsFunc(objects, func(f *found) bool { return f.kind.credentials }) {
		return withWriteOnly
	}
	return withImports
}

// variableName returns the name of the input variable for an argument of an object.
func variableName(object *found, argument string) string {
	short := strings.TrimPrefix(object.kind.typeName, "podfleet_")
	return short + "_" + object.resource + "_" + strings.TrimSuffix(argument, "_wo")
}

// secretVariables declares the input variables of credentials.
func (r *reader) secretVariables(all files, object *found) {
	for _, argument := range slices.Sorted(maps.Keys(r.secrets())) {
		if r.secrets()[argument].Type() != cty.String {
			continue
		}
		body := all.body(variablesFile).AppendNewBlock("variable", []string{variableName(object, argument)}).Body()
		comment(body, "The API does not return it, so the first plan adopts the value without a comparison.")
		what := strings.TrimSuffix(argument, "_wo")
		body.SetAttributeValue("description", cty.StringVal(fmt.Sprintf("The %s of the registry credentials %s.", what,
			object.id)))
		body.SetAttributeTraversal("type", traversal("string"))
		if what == "password" {
			body.SetAttributeValue("sensitive", cty.True)
		}
		if argument == "password_wo" {
			body.SetAttributeValue("ephemeral", cty.True)
		}
	}
}

// envVariable declares the input variable for the environment variables of an object. It has a default: only the
// commented lines of the object's block refer to it.
func (r *reader) envVariable(all files, object *found, least string) {
	body := all.body(variablesFile).AppendNewBlock("variable", []string{variableName(object, "env")}).Body()
	body.SetAttributeValue("description", cty.StringVal(fmt.Sprintf(
		"The values of the environment variables of the %s %s, by their names.", object.kind.noun, object.id)))
	body.SetAttributeRaw("type", hclwrite.TokensForFunctionCall("map", hclwrite.TokensForIdentifier("string")))
	body.SetAttributeValue("default", cty.NullVal(cty.DynamicPseudoType))
	body.SetAttributeValue("sensitive", cty.True)
	switch {
	case r.options.PlainPasswords: // The state has the values.
	case least == withWriteOnly:
		body.SetAttributeValue("ephemeral", cty.True)
	default:
		comment(body, "With Terraform or OpenTofu "+withWriteOnly+", this line keeps the values out of plan files:",
			"ephemeral = true")
	}
}

// commentEnv writes the argument for the environment variables of an object as comments that a user can complete.
// Nothing is configured: so they stay as they are.
func (r *reader) commentEnv(body *hclwrite.Body, object *found) {
	if object.unreadVariables {
		body.AppendNewline()
		comment(body, "podfleet-import could not read the names of its environment variables. They stay as they are.")
	}
	if len(object.variables) == 0 {
		return
	}
	variable := variableName(object, "env")
	body.AppendNewline()
	comment(body, "The service has these environment variables. They stay as they are until you configure all of them:",
		"set the input variable "+variable+", and uncomment the lines below.")
	if r.options.PlainPasswords {
		comment(body, "env = {")
	} else {
		comment(body, "Write-only arguments need Terraform or OpenTofu "+withWriteOnly+".", "env_wo = {")
	}
	for _, name := range object.variables {
		quoted := string(hclwrite.TokensForValue(cty.StringVal(name)).Bytes())
		key := quoted
		if hclsyntax.ValidIdentifier(name) && name != "for" { // That would begin a for expression.
			key = name
		}
		comment(body, fmt.Sprintf("  %s = var.%s[%s]", key, variable, quoted))
	}
	comment(body, "}")
	if !r.options.PlainPasswords {
		comment(body, "env_wo_version = 1")
	}
}
