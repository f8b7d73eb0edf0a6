package emulatortest

// Objects behind the API's back, for tests: what is not possible fails the test. See the methods of emulator.Server.

// Put creates or overwrites an object.
func (s *Service) Put(kind, id string, object map[string]any) {
	s.t.Helper()
	s.must(s.PutObject(kind, id, object))
}

// Patch replaces members of an object.
func (s *Service) Patch(kind, id string, changes map[string]any) {
	s.t.Helper()
	s.must(s.PatchObject(kind, id, changes))
}

// Remove removes an object.
func (s *Service) Remove(kind, id string) {
	s.t.Helper()
	s.must(s.DeleteObject(kind, id))
}

// must fails the test for an error. It can be called in any goroutine.
func (s *Service) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Error(err)
	}
}
