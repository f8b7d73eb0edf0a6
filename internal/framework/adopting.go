package framework

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// Adoption is an attribute of an imported object that a plan adopts from the configuration, because the service did not
// return it.
type Adoption struct {
	Attribute string
	// Later completes "A later change of it …": "replaces the pod".
	Later string
}

// WarnAdopted adds one warning of the attributes that a plan adopts, if there are any.
func WarnAdopted(object Object, all []Adoption, diags *diag.Diagnostics) {
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b Adoption) int { return strings.Compare(a.Attribute, b.Attribute) })
	var names, laters, sentences []string
	byLater := map[string][]string{}
	for _, a := range slices.Compact(all) {
		names = append(names, a.Attribute)
		if byLater[a.Later] == nil {
			laters = append(laters, a.Later)
		}
		byLater[a.Later] = append(byLater[a.Later], a.Attribute)
	}
	for _, later := range laters {
		sentences = append(sentences, "A later change of "+strings.Join(byLater[later], ", ")+" "+later+".")
	}
	diags.AddWarning(object.About("Value not verified after import"), fmt.Sprintf(
		"The %s was imported, and the API did not return these attributes: %s. The state adopts the configured values, and "+
			"the provider sends nothing. %s\n\n"+
			"Next: before you apply, compare the configured values with those that the object was created with, for example "+
			"in the service's console or in your store of secrets. If they differ, correct the configuration first.",
		object, strings.Join(names, ", "), strings.Join(sentences, " ")))
}
