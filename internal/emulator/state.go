package emulator

import (
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// The kinds of objects, as the control interface and the methods below name them.
const (
	KindTemplates              = account.KindTemplates
	KindEndpoints              = account.KindEndpoints
	KindPods                   = account.KindPods // Workers are among them.
	KindNetworkVolumes         = account.KindNetworkVolumes
	KindContainerRegistryAuths = account.KindContainerRegistryAuths
	KindJobs                   = "jobs"
)

// PutObject creates or overwrites an object behind the API's back. The kind is a member of GET /_emulator/state, the id
// is free to choose. Members left out or nil have the value that a create gives them; no rule of the service is
// checked, only names and types of the members.
//
// A public template that is created this way stands for another account's: GET /templates leaves it out without
// includePublicTemplates, until an update over the API makes it the account's own.
func (s *Server) PutObject(name, id string, object map[string]any) error {
	if err := checkID(name, id); err != nil {
		return err
	}
	return s.change(name, id, object, account.Kind.Put)
}

// checkID returns an error for an id that no object of a kind can have.
func checkID(name, id string) error {
	switch {
	case id == "":
		return wire.BadRequest("the id is empty")
	case name == KindEndpoints && slices.Contains(management.ReservedWords(), id):
		return wire.BadRequest("no endpoint has the id %q, which begins paths of version 2", id)
	}
	return nil
}

// PatchObject replaces members of an object behind the API's back; a nil member goes back to its default.
func (s *Server) PatchObject(name, id string, changes map[string]any) error {
	return s.change(name, id, changes, account.Kind.Patch)
}

// change puts or patches an object.
func (s *Server) change(
	name, id string, members map[string]any, act func(account.Kind, string, map[string]any, time.Time) error,
) error {
	return s.directly(func(now time.Time) error {
		objects, err := s.kind(name)
		if err != nil {
			return err
		}
		if given, ok := members["id"]; ok && given != id {
			return wire.BadRequest("the object has id %v, but goes to %q", given, id)
		}
		return act(objects, id, members, now)
	})
}

// DeleteObject removes an object behind the API's back, in use or not, and the copy of a template that an endpoint
// keeps.
func (s *Server) DeleteObject(kind, id string) error {
	return s.directly(func(now time.Time) error {
		collection, err := s.kind(kind)
		if err != nil {
			return err
		}
		if kind == KindEndpoints {
			s.account.RemoveCopy(id, now)
		}
		if !collection.Remove(id, now) {
			return wire.NotFound("%s: no object %q", kind, id)
		}
		return nil
	})
}

// fire carries out a timer.
func (s *Server) fire(t clock.Timer, at time.Time) {
	if !s.account.Fire(t, at) {
		s.engine.Fire(t, at)
	}
	s.settle()
	s.touch()
}

// settle ends an operation, and the call of a timer: it reconciles the queues of changed endpoints, closes the ports
// that no pod has any more, and starts the work of the engine.
func (s *Server) settle() {
	defer s.dispatchWork()
	s.ports.keep(s.account.PublicPorts)
	s.engine.Reconcile(s.clock.Now())
}

// directly runs direct access, which may change anything, with the time.
func (s *Server) directly(change func(now time.Time) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.reconcileAll()
	return change(s.clock.Now())
}

// reconcileAll reconciles the engine after direct access.
func (s *Server) reconcileAll() {
	s.engine.ReconcileAll(s.clock.Now())
	s.settle()
	s.changes.Signal()
}

// Object returns one object as GET /_emulator/state shows it.
func (s *Server) Object(kind, id string) (map[string]any, bool) {
	object, ok := s.object(kind, id)
	if !ok {
		return nil, false
	}
	return jsontext.Members[any](object), true
}

func (s *Server) object(kind, id string) (any, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	objects, err := s.kind(kind)
	if err != nil {
		return nil, false
	}
	return objects.Object(id)
}

// Objects returns all objects of a kind as GET /_emulator/state shows them, in the order of their creation; never nil.
func (s *Server) Objects(kind string) []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []map[string]any{}
	if objects, err := s.kind(kind); err == nil {
		for _, object := range objects.Objects() {
			all = append(all, jsontext.Members[any](object))
		}
	}
	return all
}

// kinds returns the kinds of the account and of the engine, by name. The caller holds Server.mu.
func (s *Server) kinds() map[string]account.Kind {
	kinds := s.account.Kinds()
	kinds[KindJobs] = jobKind{s}
	return kinds
}

func (s *Server) kind(name string) (account.Kind, error) {
	if kind, ok := s.kinds()[name]; ok {
		return kind, nil
	}
	return nil, wire.NotFound("no kind %q of objects", name)
}
