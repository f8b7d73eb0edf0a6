package framework

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
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
