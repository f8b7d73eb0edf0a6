// Package api has the objects of the management interface as the provider sees them, whichever version of the
// interface the client uses. The JSON tags are the names of the members over version 1; comparisons and messages use
// them too. The tags v2 are the paths over version 2, if requests and answers have the same: see members.Paths. The
// tags volatile and compare say how two answers about one object can differ, and empty:"none" that an empty text means
// none.
package api

import "github.com/podfleet/terraform-provider-podfleet/internal/client/members"

// Optional is members.Optional.
type Optional[T any] = members.Optional[T]
