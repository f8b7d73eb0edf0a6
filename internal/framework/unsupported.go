package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// notPossible is the summary of what a version of the management interface does not have.
const notPossible = "Not possible over version %d"

// RefuseEntityOver adds the error of a data source that a version of the management interface does not have. why says
// what the version lacks, and what to do.
func RefuseEntityOver(version int, why string, diags *diag.Diagnostics) {
	diags.AddError(fmt.Sprintf(notPossible, version),
		fmt.Sprintf("The management interface at rest_url is version %d. %s", version, why))
}

// RefuseOver adds the error of a configured value that a version of the management interface does not have. why says
// what the version lacks, and what to configure instead.
func RefuseOver(version int, attribute, why string, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root(attribute), fmt.Sprintf(notPossible, version),
		fmt.Sprintf("The management interface at rest_url is version %d. %s", version, why))
}
