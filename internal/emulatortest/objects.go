package emulatortest

// Objects behind the API's back, for tests: what is not possible fails the test. See the methods of emulator.Server.

// Put creates or overwrites an object.
func (s *Service) Put(kind, id string, object map[string]any) {
	s.t.Helper()
	s.Must(s.PutObject(kind, id, object))
}

// Patch replaces members of an object.
func (s *Service) Patch(kind, id string, changes map[string]any) {
	s.t.Helper()
	s.Must(s.PatchObject(kind, id, changes))
}

// Remove removes an object.
func (s *Service) Remove(kind, id string) {
	s.t.Helper()
	s.Must(s.DeleteObject(kind, id))
}

// Must fails the test for an error, such as that of a method of emulator.Server. It can be called in any goroutine.
func (s *Service) Must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Error(err)
	}
}
