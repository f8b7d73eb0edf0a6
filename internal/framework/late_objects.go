package framework

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// warnOfLate warns of each object that appeared after a create of this run failed, and that may be its result. It can
// be of any kind that this run has created: a delete lists the objects that use an object, and can be the last
// operation of a run.
func (r *EntityResource[T]) warnOfLate(diags *diag.Diagnostics) {
	if r.Client == nil {
		return
	}
	for _, warn := range r.Reports.ofAllKinds(r.Entity.Name, r.warnOfOwnLate) {
		warn(diags)
	}
}

// ofAllKinds adds a function that warns of objects of a kind, and returns those that were added in this run, a kind
// each.
func (r *Reports) ofAllKinds(kind string, warn func(*diag.Diagnostics)) []func(*diag.Diagnostics) {
	if r == nil {
		return []func(*diag.Diagnostics){warn}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.late == nil {
		r.late = map[string]func(*diag.Diagnostics){}
	}
	r.late[kind] = warn
	var all []func(*diag.Diagnostics)
	for _, kind := range slices.Sorted(maps.Keys(r.late)) {
		all = append(all, r.late[kind])
	}
	return all
}

// warnOfOwnLate does the same for the objects of this kind.
func (r *EntityResource[T]) warnOfOwnLate(diags *diag.Diagnostics) {
	for _, late := range r.Entity.Objects(r.Client).Late() {
		r.Entity.warnOfLate(late, diags)
	}
}

func (e Entity[T]) warnOfLate(late client.LateObject, diags *diag.Diagnostics) {
	one, imports := called(e.Name, late.Name), e.importCommands([]client.FoundObject{{ID: late.ID, Name: late.Name}})
	if late.Adopted != "" {
		diags.AddWarning("A second object of a failed create appeared", fmt.Sprintf(
			"Earlier in this run, the create of the %s failed, and the provider added the object with ID %s to the state. "+
				"Since then the object with ID %s appeared, which has the values of that request too. It is in no state, and may "+
				"be billed. Another client created one of the two, and the provider cannot tell which.\n\nNext: find out which. "+
				"%s If another client created %s, run `terraform state rm %s.NAME`, which deletes nothing, and import the other "+
				"one: %s.", one, late.Adopted, late.ID, anothersIf("One", "ID"), late.Adopted, e.TypeName(TypePrefix), imports))
		return
	}
	diags.AddWarning("An object of a failed create may have appeared", fmt.Sprintf(
		"Earlier in this run, the create of the %s failed, and the provider added no object to the state. Since then the "+
			"object with ID %s appeared, with the values of that request. It is in no state, and may be billed.\n\n"+
			"Next: find out whose it is. %s If it belongs to this block, import it before you apply again: %s.",
		one, late.ID, notThisBlocksIf("It", late.ID), imports))
}
