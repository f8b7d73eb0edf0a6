package framework

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Terraform does not name the addresses of a state to a provider. So each address has its own mark in private state: a
// random text, written when its object is created or imported. One object at two addresses is an error, because a
// destroy of one of them deletes the object of the other. A host may refresh an address more than once in a process, so
// the provider compares marks and does not count refreshes.

// MarkNewAddress gives the address of an object that is created or imported its mark.
func MarkNewAddress(ctx context.Context, p PrivateWriter) diag.Diagnostics {
	return Remember(ctx, p, AddressKey, rand.Text())
}

// isAnother reports whether this process has read an object for an address with another mark. No mark is another one
// than any mark: an address does not lose it. Two addresses without a mark cannot be told from one.
func (r *Run) isAnother(object, mark string) bool {
	if r == nil {
		return false
	}
	before, met := r.marks.LoadOrStore(object, mark)
	return met && before != mark
}

// CheckAddress adds an error if this process has read the object for another address. It reports whether it has not.
func (r *Run) CheckAddress(
	ctx context.Context, entity, id string, p PrivateReader, diags *diag.Diagnostics,
) bool {
	mark, found := Recall[string](ctx, p, AddressKey)
	diags.Append(found...)
	if !r.isAnother(entity+" "+id, mark) {
		return !diags.HasError()
	}
	diags.AddAttributeError(path.Root("id"), "Cannot read "+entity+": two addresses have it", fmt.Sprintf(
		"Two addresses of this state have the %s with ID %s. The provider cannot tell which of them it belongs to. If it "+
			"continued, an update of one address would change the object of the other, and a destroy of one would delete it "+
			"for both.\n\n"+
			"The provider has changed nothing, and both addresses stay in the state.\n\n"+
			"Next: run `terraform state list -id=%s`, which names both addresses. Find out which of the two configurations "+
			"describes the object. Remove the other address from the state with `terraform state rm ADDRESS`, which deletes "+
			"nothing. Only then remove the block of that address, and its import block, from the configuration: if the block "+
			"stays, the next apply creates a second object, which may be billed. If you remove it first, the plan "+
			"deletes the object. If the block has count or for_each, keep it, and remove only the instance of that address "+
			"from it. Apply only if the plan deletes nothing.", entity, id, id))
	return false
}
