package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// Refusal is an update of an existing object that the provider knows the service would reject. A plan only warns of it,
// and the update returns the error before it sends anything. Terraform does not tell a provider that a plan is for a
// destroy: a destroy begins with a normal plan of the configuration, and an error in that plan would stop the destroy.
type Refusal struct {
	At      path.Path
	Object  Object
	Summary string
	// Detail names the configured value and the reason for the rejection; Next is the advice.
	Detail, Next string
}

// Warn adds the refusal to a plan.
func (r Refusal) Warn(diags *diag.Diagnostics) {
	diags.AddAttributeWarning(r.At, r.Object.About(r.Summary), r.Detail+" An apply of this plan fails here and sends "+
		"nothing for this object.\n\nNext: "+r.Next)
}

// Refuse adds the refusal to an update, before anything is sent, and to the plan of a create.
func (r Refusal) Refuse(diags *diag.Diagnostics) {
	diags.AddAttributeError(r.At, r.Summary, r.Detail+" The provider sent nothing.\n\nNext: "+r.Next)
}

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
