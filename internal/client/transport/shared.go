package transport

import "github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"

// Shared holds the state of several transports whose requests the service counts together: its rate limits. Safe for
// concurrent use.
type Shared struct {
	limits *pacing.Limits
}

// NewShared returns a Shared whose limits pause like that after a 429 that names no time.
func NewShared(backoff pacing.Backoff) *Shared { return &Shared{limits: pacing.NewLimits(backoff)} }

// SlowTo sets the highest rate of requests a second, over all limits, if it is lower than the present one.
func (s *Shared) SlowTo(perSecond float64) { s.limits.SlowTo(perSecond) }
