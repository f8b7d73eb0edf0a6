package wire

import (
	"net/http"
)

// answer is what goes back, or how the connection is cut.
type answer struct {
	status int
	header http.Header
	body   []byte
	fault  string // kind of the fault that was injected, if one was
	cut    cut
	// delivered is Outcome.Delivered.
	delivered func(taken bool)
}

// cut is how much of an answer is sent before the connection ends.
type cut int

const (
	cutNothing cut = iota
	cutHalf
	cutAll
)

// lost is the answer to a client that is not there any more.
func lost() *answer { return &answer{header: http.Header{}, cut: cutAll} }
