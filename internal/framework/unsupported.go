package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// notPossible is the summary of what a version of the management interface does not have.
const notPossible = "Not possible over version %d"

// notPossibleDetail has the version, what it lacks, and the next step.
const notPossibleDetail = "The management interface at rest_url is version %d. %s\n\nNext: %s"

// RefuseEntityOver1 adds the error of a data source that only version 2 has. why says what version 1 lacks.
func RefuseEntityOver1(why string, diags *diag.Diagnostics) {
	diags.AddError(fmt.Sprintf(notPossible, 1), fmt.Sprintf(notPossibleDetail, 1, why,
		"set rest_url to the URL that ends in /v2, or remove this data source."))
}

// RefuseOver adds the error of a configured value that a version of the management interface does not have. why says
// what the version lacks, and next what to configure instead.
func RefuseOver(version int, at path.Path, why, next string, diags *diag.Diagnostics) {
	diags.AddAttributeError(at, fmt.Sprintf(notPossible, version),
		fmt.Sprintf(notPossibleDetail, version, why, next))
}

// RefuseUnrefreshed adds the error of an update whose state only an older version has written. Its plan was saved
// before rest_url changed, or did not refresh. In the apply of a saved plan, a version can plan other values: the CLI
// would call that a bug of the provider.
func RefuseUnrefreshed(entity string, last, version int, state tfsdk.State, diags *diag.Diagnostics) {
	diags.AddError("The plan is for another version", fmt.Sprintf(
		"The %s was last read over version %d of the management interface, and rest_url is that of version %d. The plan was "+
			"saved before rest_url changed, or it did not refresh the state. The provider sent nothing for this "+
			"object.\n\nNext: plan again with this rest_url and without -refresh=false, and apply that plan.",
		ObjectOf(entity, state), last, version))
}
