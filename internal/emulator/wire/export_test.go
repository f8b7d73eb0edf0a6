package wire

// BodiesWaiting counts the requests whose bodies there is no room for.
func (s *Server) BodiesWaiting() int {
	s.bodies.mu.Lock()
	defer s.bodies.mu.Unlock()
	return s.bodies.waiting.Len()
}
