package emulatortest

import "fmt"

// Objects behind the API's back, for tests: what is not possible fails the test. See the methods of emulator.Server.

// Put creates or overwrites an object.
func (s *Service) Put(kind, id string, object map[string]any) {
	s.Must(s.PutObject(kind, id, object))
}

// Patch replaces members of an object.
func (s *Service) Patch(kind, id string, changes map[string]any) {
	s.Must(s.PatchObject(kind, id, changes))
}

// Remove removes an object.
func (s *Service) Remove(kind, id string) {
	s.Must(s.DeleteObject(kind, id))
}

// Must fails the test for an error, such as that of a method of emulator.Server. It can be called in any goroutine.
func (s *Service) Must(err error) {
	if err != nil {
		s.t.Error(err)
	}
}

// Only returns the object of a kind of which there is one.
func (s *Service) Only(kind string) map[string]any {
	all := s.Objects(kind)
	if len(all) != 1 {
		s.t.Fatalf("%d %s, want 1: %v", len(all), kind, all)
	}
	return all[0]
}

// OnlyID returns the ID of such an object.
func (s *Service) OnlyID(kind string) string {
	return fmt.Sprint(s.Only(kind)["id"])
}
