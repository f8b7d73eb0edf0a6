package client

import "sync"

// SeenTemplate is what the client last saw of a template. Whether it is serverless cannot change (contract 2.2).
type SeenTemplate struct {
	ID           string
	Name         Optional[string]
	IsServerless Optional[bool]
}

// seenTemplates are those that a client saw, by id. The zero value has none.
type seenTemplates struct {
	mu   sync.Mutex
	byID map[string]SeenTemplate
}

func (s *seenTemplates) get(id string) (seen SeenTemplate, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen, known = s.byID[id]
	return seen, known
}

func (s *seenTemplates) add(t SeenTemplate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = make(map[string]SeenTemplate)
	}
	s.byID[t.ID] = t
}

// SeenTemplate returns what any answer last said of a template, without asking. known is false if none did, as it is of
// a template that nothing in this run of the CLI has read or made.
func (c *Client) SeenTemplate(id string) (seen SeenTemplate, known bool) {
	return c.seen.get(id)
}

// sawTemplate remembers the template of an answer.
func (c *Client) sawTemplate(t Template, err error) (Template, error) {
	if err == nil {
		c.seen.add(SeenTemplate{t.ID, t.Name, t.IsServerless})
	}
	return t, err
}

// sawTemplates remembers the templates of an answer.
func (c *Client) sawTemplates(all []Template, err error) ([]Template, error) {
	for _, t := range all {
		_, _ = c.sawTemplate(t, err)
	}
	return all, err
}
