package framework

import (
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// TemplateMoves holds the templates whose container settings change in the current plan, for the plans of endpoints:
// over version 2 of the management interface, the provider carries the change to the endpoint. Terraform plans a
// template before the endpoints that refer to it. The zero value is empty; all methods are safe for concurrent use, and
// a nil one holds nothing.
type TemplateMoves struct{ changed sync.Map }

// ChangeSettings records that the container settings of a template are planned to change, or may. planned are the
// settings after that; absent if they are not known.
func (m *TemplateMoves) ChangeSettings(templateID string, planned members.Optional[api.Container]) {
	if m != nil {
		m.changed.Store(templateID, planned)
	}
}

// SettingsChange reports whether the container settings of a template are planned to change, or may.
func (m *TemplateMoves) SettingsChange(templateID string) bool {
	if m == nil {
		return false
	}
	_, changes := m.changed.Load(templateID)
	return changes
}

// PlannedSettings returns the container settings that a template is planned to change to; absent if they are not known,
// or do not change.
func (m *TemplateMoves) PlannedSettings(templateID string) (planned members.Optional[api.Container]) {
	if m != nil {
		if found, changes := m.changed.Load(templateID); changes {
			planned, _ = found.(members.Optional[api.Container])
		}
	}
	return planned
}
