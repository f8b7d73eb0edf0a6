package framework

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Refusal is an update of an object that exists which the service does not make, known before it is sent. A plan only
// warns of it, and the update refuses. Terraform does not tell a provider that a plan is for a destroy: a destroy
// begins with a normal plan of the configuration, and an error in it would keep the object that is to be destroyed.
type Refusal struct {
	At      path.Path
	Summary string
	// Detail says what the configuration asks for and why that cannot be; Next is what to do instead.
	Detail, Next string
}

// Warn is the refusal in a plan.
func (r Refusal) Warn(diags *diag.Diagnostics) {
	diags.AddAttributeWarning(r.At, r.Summary, r.Detail+" An apply of this plan fails here and sends nothing for this "+
		"object.\n\nNext: "+r.Next)
}

// Refuse is the refusal in an update, before anything is sent, and in the plan of a create.
func (r Refusal) Refuse(diags *diag.Diagnostics) {
	diags.AddAttributeError(r.At, r.Summary, r.Detail+" The provider sent nothing.\n\nNext: "+r.Next)
}
