package creates

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// dateTolerance is how much earlier than the request an object can be created by what the service shows: a Date has
// whole seconds. It also bounds how long an answer takes whose Date tells the time: it was set at any time in between.
const dateTolerance = 2 * time.Second

// age compares the creation time of an object with the time at which a create was sent.
type age int

const (
	fits       age = iota // Also an object of a kind that shows no time.
	older                 // It was created before.
	ageUnknown            // It shows no time that the client can read, or one after the Date, or nothing tells that well.
)

// age compares the times by the service's clock. The answer that shows the object tells how far that is from this
// machine's, whose monotonic clock tells how long ago the create was sent.
func (l *lost[I, T]) age(object T, answer transport.Dated) age {
	if !l.showsTime() {
		return fits
	}
	at, ok := members.ParseTime(l.CreatedAt(object))
	switch earliest := answer.Date.Add(l.sentAt.Sub(answer.Arrived) - dateTolerance); {
	case !ok, answer.Date.IsZero(), answer.Arrived.Sub(answer.Asked) > dateTolerance:
		return ageUnknown
	case at.After(answer.Date.Add(dateTolerance)): // It is another clock's.
		return ageUnknown
	case at.Before(earliest):
		return older
	default:
		return fits
	}
}
