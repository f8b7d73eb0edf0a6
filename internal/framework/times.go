package framework

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// ParseTime reads the two spellings of a time that the service is known to have (contract 2.1).
func ParseTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05 -0700 MST"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// SameTime reports whether two texts are the same, or spellings of the same time: the versions of the management
// interface spell times differently, and one of them can leave out the fraction of a second.
func SameTime(a, b string) bool {
	if a == b {
		return true
	}
	at, ok := ParseTime(a)
	other, both := ParseTime(b)
	switch {
	case !ok || !both:
		return false
	case at.Nanosecond() == 0 || other.Nanosecond() == 0:
		return at.Truncate(time.Second).Equal(other.Truncate(time.Second))
	default:
		return at.Equal(other)
	}
}

// Time does what String does, for a time: the state keeps its spelling of the same time.
func Time(o members.Optional[string], prior types.String) types.String {
	if value, ok := o.Get(); ok && !prior.IsNull() && !prior.IsUnknown() && SameTime(value, prior.ValueString()) {
		return prior
	}
	return String(o, prior, types.StringNull())
}
