package framework

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// adoption is the warning that a plan adopts an attribute of an imported object from the configuration. JoinAdopted
// makes one warning of all.
type adoption struct {
	at path.Path
	// later is the effect of a change of the attribute from then on: "replaces the pod".
	later string
}

// WarnAdopted says that the plan adopts an attribute of an imported object from the configuration, because the service
// did not return it. later completes "A later change of it …". ModifyPlan must call JoinAdopted.
func WarnAdopted(at path.Path, later string, diags *diag.Diagnostics) {
	diags.Append(adoption{at, later})
}

func (adoption) Severity() diag.Severity { return diag.SeverityWarning }

func (adoption) Summary() string { return "Value not verified after import" }

func (a adoption) Detail() string { return adopted("The object", []adoption{a}) }

func (a adoption) Path() path.Path { return a.at }

func (a adoption) Equal(other diag.Diagnostic) bool {
	same, ok := other.(adoption)
	return ok && same.at.Equal(a.at) && same.later == a.later
}

// adopted returns the detail of a warning about some attributes of an object.
func adopted(object string, all []adoption) string {
	var names, laters []string
	byLater := map[string][]string{}
	for _, a := range all {
		names = append(names, a.at.String())
		if len(byLater[a.later]) == 0 {
			laters = append(laters, a.later)
		}
		byLater[a.later] = append(byLater[a.later], a.at.String())
	}
	sentences := make([]string, len(laters))
	for i, later := range laters {
		sentences[i] = "A later change of " + strings.Join(byLater[later], ", ") + " " + later + "."
	}
	return fmt.Sprintf("%s was imported, and the API did not return these attributes: %s. The state adopts the "+
		"configured values, and the provider sends nothing. %s\n\n"+
		"Next: before you apply, compare the configured values with those that the object was created with, for example in "+
		"the service's console or in your store of secrets. If they differ, correct the configuration first.",
		object, strings.Join(names, ", "), strings.Join(sentences, " "))
}

// JoinAdopted puts one warning that names the object in the place of those of its attributes.
func JoinAdopted(entity string, state tfsdk.State, diags *diag.Diagnostics) {
	var all []adoption
	rest := slices.DeleteFunc(slices.Clone(*diags), func(d diag.Diagnostic) bool {
		a, ok := d.(adoption)
		if ok {
			all = append(all, a)
		}
		return ok
	})
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b adoption) int { return strings.Compare(a.at.String(), b.at.String()) })
	*diags = rest
	object := ObjectOf(entity, state)
	diags.AddWarning(object.About(adoption{}.Summary()), adopted("The "+object.String(), all))
}
