package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management2"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

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

// version2Service implements management2.Service. Its methods run under Server.mu.
type version2Service struct{ server *Server }

// Account returns the account of the present generation.
func (v version2Service) Account() *account.Account { return v.server.account }

// Now returns the time on the emulator's clock.
func (v version2Service) Now() time.Time { return v.server.clock.Now() }

// Admit counts a request against Options.RESTRateLimit, as one to version 1.
func (v version2Service) Admit(r *wire.Request) error { return v.server.admit(r) }
