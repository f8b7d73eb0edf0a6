package client

import (
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// SeenTemplate has the values of a template in the latest response that showed it. IsServerless cannot change (contract
// 2.2).
type SeenTemplate struct {
	ID           string
	Name         members.Optional[string]
	IsServerless members.Optional[bool]
	// Container are its settings; the zero value over version 1, where endpoints follow their templates by themselves.
	Container api.Container
}

// seenTemplates are the templates that a client saw, by ID. The zero value has none.
type seenTemplates struct {
	keepsContainers bool

	mu   sync.Mutex
	byID map[string]sight
	// last numbers the requests that began, and the ends of those that write.
	last uint64
}

// sight is a template as an answer showed it.
type sight struct {
	SeenTemplate
	by shower
	at uint64
}

// Seen implements Templates.
func (s *seenTemplates) Seen(id string) (seen SeenTemplate, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, known := s.byID[id]
	return found.SeenTemplate, known
}

// watch returns a function that adds the templates in the answer to a request that begins now. An endpoint does not
// follow its template if an older answer takes the place of a newer one: requests run side by side, and lists lag.
func (s *seenTemplates) watch(by shower) (saw func(api.Template)) {
	began := s.next()
	return func(t api.Template) {
		at := began
		if by == shownByWrite {
			at = s.next() // A read that began before the end of the write can show what was before it.
		}
		s.add(t, by, at)
	}
}

func (s *seenTemplates) next() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	return s.last
}

// add keeps a template unless what is known of it is newer.
func (s *seenTemplates) add(t api.Template, by shower, at uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = make(map[string]sight)
	}
	was, known := s.byID[t.ID]
	if known && (at < was.at || by == shownByList && was.by != shownByList) {
		return
	}
	seen := SeenTemplate{ID: t.ID, Name: t.Name, IsServerless: t.IsServerless}
	if s.keepsContainers {
		seen.Container = t.Container()
	}
	s.byID[t.ID] = sight{SeenTemplate: seen, by: by, at: at}
}
