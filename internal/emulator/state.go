package emulator

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management2"
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

// kind is direct access to the objects of one kind, as JSON objects.
type kind interface {
	put(id string, object map[string]any) error
	patch(id string, changes map[string]any) error
	remove(id string) bool
	object(id string) (map[string]any, bool)
	objects() []map[string]any
}

// PutObject creates or overwrites an object behind the API's back. The kind is a member of GET /_emulator/state, the id
// is free to choose. Members left out or nil have the value that a create gives them; no rule of the service is
// checked, only names and types of the members.
//
// A public template that is created this way stands for another account's: GET /templates leaves it out without
// includePublicTemplates, until an update over the API makes it the account's own.
func (s *Server) PutObject(kind, id string, object map[string]any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	collection, err := s.kind(kind)
	if err != nil {
		return err
	}
	if id == "" {
		return wire.BadRequest("the id is empty")
	}
	if kind == KindEndpoints && slices.Contains(management2.ReservedWords(), id) {
		return wire.BadRequest("no endpoint has the id %q, which begins paths of version 2", id)
	}
	defer s.reconcileAll()
	return collection.put(id, object)
}

// PatchObject replaces members of an object behind the API's back; a nil member goes back to its default.
func (s *Server) PatchObject(kind, id string, changes map[string]any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	collection, err := s.kind(kind)
	if err != nil {
		return err
	}
	defer s.reconcileAll()
	return collection.patch(id, changes)
}

// DeleteObject removes an object behind the API's back, in use or not, and the copy of a template that an endpoint
// keeps.
func (s *Server) DeleteObject(kind, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	collection, err := s.kind(kind)
	if err != nil {
		return err
	}
	defer s.reconcileAll()
	if kind == KindEndpoints {
		s.account.RemoveCopy(id, s.clock.Now())
	}
	if !collection.remove(id) {
		return wire.NotFound("%s: no object %q", kind, id)
	}
	return nil
}

// reconcileAll reconciles the engine after direct access, which may have changed anything.
func (s *Server) reconcileAll() {
	var ids []string
	for _, e := range s.account.Endpoints.All() {
		ids = append(ids, e.ID)
	}
	s.engine.ReconcileAll(ids, s.clock.Now())
	s.dispatchWork()
}

// Object returns one object as GET /_emulator/state shows it; numbers are float64, and json.Number where that cannot
// hold them.
func (s *Server) Object(kind, id string) (map[string]any, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	collection, err := s.kind(kind)
	if err != nil {
		return nil, false
	}
	object, ok := collection.object(id)
	jsontext.WithFloats(object)
	return object, ok
}

// Objects returns all objects of a kind as GET /_emulator/state shows them, in the order of their creation; never nil.
func (s *Server) Objects(kind string) []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	collection, err := s.kind(kind)
	if err != nil {
		return []map[string]any{}
	}
	objects := collection.objects()
	for _, object := range objects {
		jsontext.WithFloats(object)
	}
	return objects
}

// allKinds returns the kinds of the account and of the engine, by name. The caller holds Server.mu.
func (s *Server) allKinds() map[string]kind {
	kinds := map[string]kind{KindJobs: jobKind{s}}
	for name, stored := range s.account.Kinds() {
		kinds[name] = accountKind{stored, s.clock.Now()}
	}
	return kinds
}

func (s *Server) kind(name string) (kind, error) {
	if kind, ok := s.allKinds()[name]; ok {
		return kind, nil
	}
	return nil, wire.NotFound("no kind %q of objects", name)
}

// accountKind is a kind of the account at a moment.
type accountKind struct {
	stored account.Kind
	at     time.Time
}

func (k accountKind) put(id string, object map[string]any) error {
	if given, ok := object["id"]; ok && given != id {
		return wire.BadRequest("the object has id %v, but goes to %q", given, id)
	}
	return k.stored.Inject(id, func(target any) error { return decodeMembers(object, target) }, k.at)
}

// patch starts from nothing but the object's own members: one that it does not have must not come back as a default.
func (k accountKind) patch(id string, changes map[string]any) error {
	object, ok := k.object(id)
	if !ok {
		return k.stored.NotFound()
	}
	if given, ok := changes["id"]; ok && given != id {
		return wire.BadRequest("the object %q cannot become %v", id, given)
	}
	defaults := jsontext.Object(k.stored.Defaults(id, k.at))
	for name, value := range changes {
		if value == nil {
			value = defaults[name]
		}
		object[name] = value
	}
	return k.stored.Replace(id, func(target any) error { return decodeMembers(object, target) }, k.at)
}

func (k accountKind) remove(id string) bool { return k.stored.Remove(id, k.at) }

func (k accountKind) object(id string) (map[string]any, bool) {
	value, ok := k.stored.Object(id)
	if !ok {
		return nil, false
	}
	return jsontext.Object(value), true
}

func (k accountKind) objects() []map[string]any {
	objects := []map[string]any{}
	for _, value := range k.stored.Objects() {
		objects = append(objects, jsontext.Object(value))
	}
	return objects
}

// decodeMembers reads members onto the struct that target points to. It skips nil members, which change nothing.
func decodeMembers(members map[string]any, target any) error {
	given := maps.Clone(members)
	maps.DeleteFunc(given, func(_ string, value any) bool { return value == nil })
	if given == nil {
		given = map[string]any{}
	}
	text, err := json.Marshal(given)
	if err != nil {
		return wire.BadRequest("the object is no JSON: %v", err)
	}
	return wire.Decode(text, target)
}
