package client

import (
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// SeenTemplate has the values of a template in a response that showed it. IsServerless cannot change (contract 2.2).
type SeenTemplate struct {
	ID           string
	Name         members.Optional[string]
	IsServerless members.Optional[bool]
	// Container are its settings; the zero value over version 1, where endpoints follow their templates by themselves.
	Container api.Container
}

// seenTemplates are the templates that a client saw, by ID. The zero value has none.
type seenTemplates struct {
	// keepsContainers is set if endpoints copy the container settings of a template, and do not follow it.
	keepsContainers bool

	mu   sync.Mutex
	byID map[string]sight
}

// sight is a template as an answer showed it.
type sight struct {
	SeenTemplate
	isListed bool
}

// Seen implements Templates.
func (s *seenTemplates) Seen(id string) (seen SeenTemplate, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, known := s.byID[id]
	return found.SeenTemplate, known
}

// saw keeps a template. Lists lag: an item does not take the place of another answer.
func (s *seenTemplates) saw(t api.Template, isListed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if was, known := s.byID[t.ID]; known && isListed && !was.isListed {
		return
	}
	if s.byID == nil {
		s.byID = make(map[string]sight)
	}
	seen := SeenTemplate{ID: t.ID, Name: t.Name, IsServerless: t.IsServerless}
	if s.keepsContainers {
		seen.Container = t.Container()
	}
	s.byID[t.ID] = sight{seen, isListed}
}
