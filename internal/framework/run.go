package framework

import (
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Run is what the RPCs of a run tell each other: the messages that it gives once, although they hold for many objects,
// the templates whose container settings its plans change, and by kind and ID the mark of the address that each object
// was read for. The first RPC that gives a message names its object. It cannot name later ones: its diagnostics are
// gone by then. All methods are safe for concurrent use. A nil *Run gives a warning for each object, and knows no
// template and no address.
type Run struct{ said, changing, marks sync.Map }

// WarnFirst adds a warning unless another RPC of the run has added one with the same summary. The detail names one
// object, and says for which others it holds.
func (r *Run) WarnFirst(at path.Path, summary, detail string, diags *diag.Diagnostics) {
	if r.isFirst(summary) {
		diags.AddAttributeWarning(at, summary, detail)
	}
}

// isFirst reports whether it is called for the first time with a summary.
func (r *Run) isFirst(summary string) bool {
	if r == nil {
		return true
	}
	_, said := r.said.LoadOrStore(summary, true)
	return !said
}

// ChangeSettings records that the container settings of a template are planned to change, or may. Over version 2 of the
// management interface, the provider carries the change to the endpoints of the template. Terraform plans a template
// before the endpoints that refer to it.
func (r *Run) ChangeSettings(templateID string) {
	if r != nil {
		r.changing.Store(templateID, true)
	}
}

// SettingsChange reports whether ChangeSettings has recorded a template.
func (r *Run) SettingsChange(templateID string) bool {
	if r == nil {
		return false
	}
	_, changes := r.changing.Load(templateID)
	return changes
}
