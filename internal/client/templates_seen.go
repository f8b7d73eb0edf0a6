package client

import "sync"

// SeenTemplate has the values of a template in the last response that showed it. IsServerless cannot change (contract
// 2.2).
type SeenTemplate struct {
	ID           string
	Name         Optional[string]
	IsServerless Optional[bool]
	// Container are its settings; the zero value over version 1, where endpoints follow their templates by themselves.
	Container Container
}

// seenTemplates are the templates that a client saw, by ID. The zero value has none.
type seenTemplates struct {
	keepsContainers bool

	mu   sync.Mutex
	byID map[string]SeenTemplate
}

// Seen implements Templates.
func (s *seenTemplates) Seen(id string) (seen SeenTemplate, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen, known = s.byID[id]
	return seen, known
}

func (s *seenTemplates) add(t Template) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = make(map[string]SeenTemplate)
	}
	seen := SeenTemplate{ID: t.ID, Name: t.Name, IsServerless: t.IsServerless}
	if s.keepsContainers {
		seen.Container = t.Container()
	}
	s.byID[t.ID] = seen
}
