package client

import "time"

// believed404s is how many of the service's own 404s in a row the client believes about an object that may be too new,
// if ConsistencyGrace.Missing passed between the first and the last (contract 3.3). A single 404 can come from a front
// end, or from a replica that does not have the object yet; if the object counts as deleted while it exists, the next
// apply may pay for a second one, or delete it.
const believed404s = 3

// run404s are the 404s about an object in a row: how many, and when the first of them came.
type run404s struct {
	count int
	began time.Time
}

// add counts a 404.
func (r *run404s) add() {
	if r.count++; r.count == 1 {
		r.began = time.Now()
	}
}

// dispelled begins again, after any other response.
func (r *run404s) dispelled() { r.count = 0 }

// believed reports whether there are enough 404s, over enough time.
func (r *run404s) believed(grace ConsistencyGrace) bool {
	return r.count >= believed404s && time.Since(r.began) >= grace.Missing
}
