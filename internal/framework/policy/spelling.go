package policy

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// The service has its own spelling of what it is sent. Two rules hold for every attribute. The same value otherwise
// spelled is no difference: the tags of the client's members say which spellings a value has, and answers, plans and
// updates are compared by them. And where the service fills in its own choice, an attribute that is not configured is
// whatever it says: see LeftToService. Any other answer is drift.

// isSame reports whether a planned value is that of the state in another spelling. Then the plan keeps that of the
// state.
func (t Table) isSame(name string, planned, was attr.Value) bool {
	spelling, ok := t.Spellings[strings.ReplaceAll(name, "_", "")]
	return ok && !planned.IsNull() && !was.IsNull() && framework.IsKnown(planned) && framework.IsKnown(was) &&
		spelling.Same(plain(planned), plain(was))
}

// plain returns the value of a text or a list of texts. A set needs no spelling: it has no order in Terraform either.
func plain(value attr.Value) any {
	switch value := value.(type) {
	case types.String:
		return value.ValueString()
	case types.List:
		return framework.Strings(value)
	default:
		return nil
	}
}

// LeftToService is the default of a list for which the service fills in its own choice: whatever it says. If the list
// was configured and is no longer, any will do, and the apply finds out what the service makes of that.
func LeftToService(f Facts) attr.Value {
	if !f.Exists() || f.Owned() && !f.Was.IsNull() && !framework.IsEmpty(f.Was) {
		return nil
	}
	return f.Was
}
