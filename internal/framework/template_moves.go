package framework

import "sync"

// TemplateMoves holds the templates whose container settings change in the current plan, or may, for the plans of
// endpoints: over version 2 of the management interface, the provider carries the change to the endpoint. Terraform
// plans a template before the endpoints that refer to it. The zero value is empty; all methods are safe for concurrent
// use, and a nil one holds nothing.
type TemplateMoves struct{ changed sync.Map }

// ChangeSettings records that the container settings of a template are planned to change, or may.
func (m *TemplateMoves) ChangeSettings(templateID string) {
	if m != nil {
		m.changed.Store(templateID, true)
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
