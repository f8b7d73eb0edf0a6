package emulator

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/management"

// Version2Options are how deployments of version 2 of the management interface differ. The zero value is the newest
// one, without limits.
type Version2Options = management.Options

// Quotas are the requests of a minute, an hour and a day to version 2, over all keys.
type Quotas = management.Quotas

// MeasuredQuotas returns the quotas that were measured at the service, and PublishedQuotas those of its published
// example (contract-v2 1.4).
func MeasuredQuotas() Quotas { return Quotas{Minute: 180, Hour: 7200, Day: 86400} }

// PublishedQuotas returns the quotas of the published example.
func PublishedQuotas() Quotas { return Quotas{Minute: 60, Hour: 3000, Day: 50000} }
