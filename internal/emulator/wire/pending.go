package wire

import "context"

// Pending is an answer that may not be due yet (a long poll). A handler returns it in the place of a value.
type Pending interface {
	// Wait returns the answer once it is due. If its context ends first, because the client has disconnected or the server
	// closes, it cancels itself and returns false.
	Wait(ctx context.Context) (Outcome, bool)
	// Cancel is called instead of Wait if the answer will not be sent.
	Cancel()
}

// Outcome is the end of a wait. It has the results of a handler that does not wait.
type Outcome struct {
	Value any
	Err   error
	// Delivered is called with whether the client was still there to take the answer; nil is allowed.
	Delivered func(taken bool)
}
