package emulator

import "time"

// window is a sliding window over the requests that were let through. Refused requests do not count (contract 3).
type window struct {
	limit  int // 0 is no limit
	length time.Duration
	passed []time.Time
}

// admit lets a request pass or tells how long to wait until the next one can.
func (w *window) admit(now time.Time) (wait time.Duration, ok bool) {
	if w.limit == 0 {
		return 0, true
	}
	for len(w.passed) > 0 && now.Sub(w.passed[0]) >= w.length {
		w.passed = w.passed[1:]
	}
	if over := len(w.passed) - w.limit; over >= 0 { // More than at it if the limit has come down since.
		return w.length - now.Sub(w.passed[over]), false
	}
	w.passed = append(w.passed, now)
	return 0, true
}

// admit is the third of the checks: after 401 and 404, before the body is looked at.
func (s *Server) admit() error {
	if wait, ok := s.limit.admit(s.clock.Now()); !ok {
		return tooMany(wait)
	}
	return nil
}
