package framework

import "sync"

// CredentialMoves holds, by template, the registry credentials that the current plan takes away from the template. A
// pod copies credentials from its template when it is created, and keeps that copy unless it names credentials of its
// own. Only the pod's plan knows whether it names any, and only the template's plan knows that they change. Terraform
// plans a template before the pods that refer to it. The zero value is empty; all methods are safe for concurrent use,
// and a nil one holds nothing.
//
// It also has the templates whose container settings change in the plan, for the plans of endpoints: over version 2 of
// the management interface, the provider carries the change to the endpoint.
type CredentialMoves struct {
	mu      sync.Mutex
	from    map[string]string
	changed map[string]bool
}

// ChangeSettings records that the container settings of a template are planned to change, or may.
func (m *CredentialMoves) ChangeSettings(templateID string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.changed == nil {
		m.changed = map[string]bool{}
	}
	m.changed[templateID] = true
}

// SettingsChange reports whether the container settings of a template are planned to change, or may.
func (m *CredentialMoves) SettingsChange(templateID string) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.changed[templateID]
}

// Leave records that a template is planned to give up these registry credentials.
func (m *CredentialMoves) Leave(templateID, credentialsID string) {
	if m == nil || credentialsID == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.from == nil {
		m.from = map[string]string{}
	}
	m.from[templateID] = credentialsID
}

// IsEmpty reports whether no template is planned to give up credentials.
func (m *CredentialMoves) IsEmpty() bool {
	if m == nil {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.from) == 0
}

// AreLeft reports whether a template is planned to give up these registry credentials.
func (m *CredentialMoves) AreLeft(templateID, credentialsID string) bool {
	if m == nil || credentialsID == "" {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.from[templateID] == credentialsID
}
