package emulator

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/management2"

// Version2Options are how deployments of version 2 of the management interface differ. The zero value is the newest
// one, without limits.
type Version2Options = management2.Options

// Quotas are the requests of a minute, an hour and a day to version 2, over all keys.
type Quotas = management2.Quotas

// MeasuredQuotas returns the quotas that were measured at the service, and PublishedQuotas those of its published
// example (contract-v2 1.4).
func MeasuredQuotas() Quotas { return management2.MeasuredQuotas() }

// PublishedQuotas returns the quotas of the published example.
func PublishedQuotas() Quotas { return management2.PublishedQuotas() }
