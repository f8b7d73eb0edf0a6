package framework

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// WarnAdopted adds one warning of the attributes of an imported object that a plan adopts from the configuration,
// because the service did not return them, if there are any.
func WarnAdopted(object Object, attributes []string, diags *diag.Diagnostics) {
	if len(attributes) == 0 {
		return
	}
	diags.AddWarning(object.About("Value not verified after import"), fmt.Sprintf(
		"The %s was imported, and the API did not return these attributes: %s. The state adopts the configured values, and "+
			"the provider sends nothing. A later change takes effect as the documentation of the attribute says.\n\n"+
			"Next: before you apply, compare the configured values with those that the object was created with, for example "+
			"in the service's console or in your store of secrets. If they differ, correct the configuration first.",
		object, strings.Join(slices.Sorted(slices.Values(attributes)), ", ")))
}
