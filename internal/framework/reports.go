package framework

import (
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Reports are the messages that a run gives once, although they hold for many objects. The first RPC that gives one
// names its object. It cannot name later ones: its diagnostics are gone by then. All methods are safe for concurrent
// use. A nil *Reports gives a warning for each object.
type Reports struct{ given sync.Map }

// WarnFirst adds a warning unless another RPC of the run has added one with the same summary. The detail names one
// object, and says for which others it holds.
func (r *Reports) WarnFirst(at path.Path, summary, detail string, diags *diag.Diagnostics) {
	if r.isFirst(summary) {
		diags.AddAttributeWarning(at, summary, detail)
	}
}

// isFirst reports whether it is called for the first time with a summary.
func (r *Reports) isFirst(summary string) bool {
	if r == nil {
		return true
	}
	_, given := r.given.LoadOrStore(summary, true)
	return !given
}
