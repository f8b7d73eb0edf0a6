package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// notPossible is the summary of what a version of the management interface does not have.
const notPossible = "Not possible over version %d"

// notPossibleDetail has the version, what it lacks, and the next step.
const notPossibleDetail = "The management interface at rest_url is version %d. %s\n\nNext: %s"

// RefuseEntityOver adds the error of a data source that a version of the management interface does not have. why says
// what the version lacks, and next what to do.
func RefuseEntityOver(version int, why, next string, diags *diag.Diagnostics) {
	diags.AddError(fmt.Sprintf(notPossible, version), fmt.Sprintf(notPossibleDetail, version, why, next))
}

// RefuseOver adds the error of a configured value that a version of the management interface does not have. why says
// what the version lacks, and next what to configure instead.
func RefuseOver(version int, attribute, why, next string, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root(attribute), fmt.Sprintf(notPossible, version),
		fmt.Sprintf(notPossibleDetail, version, why, next))
}
