package framework

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// SameTime reports whether two texts are the same, or spellings of the same time: the versions of the management
// interface spell times differently, and one of them can leave out the fraction of a second.
func SameTime(a, b string) bool {
	if a == b {
		return true
	}
	at, ok := members.ParseTime(a)
	other, both := members.ParseTime(b)
	switch {
	case !ok || !both:
		return false
	case at.Nanosecond() == 0 || other.Nanosecond() == 0:
		return at.Truncate(time.Second).Equal(other.Truncate(time.Second))
	default:
		return at.Equal(other)
	}
}

// Time does what OrPrior does, for a time: the state keeps its spelling of the same time.
func Time(o members.Optional[string], prior types.String) types.String {
	if value, ok := o.Get(); ok && !prior.IsNull() && !prior.IsUnknown() && SameTime(value, prior.ValueString()) {
		return prior
	}
	return OrPrior(o, types.StringValue, prior, types.StringNull())
}
