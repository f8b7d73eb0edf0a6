package fleet

import "time"

// Believed404s is how many of the service's own 404s in a row the client believes about an object that may be too new,
// if Config.Missing passed between the first and the last (contract 3.3). A single 404 can come from a front end, or
// from a replica that does not have the object yet; if the object counts as deleted while it exists, the next apply may
// pay for a second one, or delete it.
const Believed404s = 3

// Run404s are the 404s about an object in a row: how many, and when the first of them came.
type Run404s struct {
	count int
	began time.Time
}

// Add counts a 404, and reports whether it is the first.
func (r *Run404s) Add() (isFirst bool) {
	if r.count++; r.count == 1 {
		r.began = time.Now()
	}
	return r.count == 1
}

// Began returns the time of the first of them.
func (r *Run404s) Began() time.Time { return r.began }

// Dispel begins again, after any other response.
func (r *Run404s) Dispel() { r.count = 0 }

// Believed reports whether it has counted enough 404s, over enough time.
func (r *Run404s) Believed(missing time.Duration) bool {
	return r.count >= Believed404s && time.Since(r.began) >= missing
}
