package wire

import (
	"maps"
	"net/http"
	"time"
)

// answer is the response to a request, or the way in which the server cuts the connection.
type answer struct {
	status int
	header http.Header // beside date and request ID; nil is none
	body   []byte
	stream Stream // in the place of a body, which then is what has been sent

	handler http.Handler // answers by itself; nil on the service's interfaces
	ended   func()       // called before the last part of a stream is sent; nil on the control interface
	fault   string       // kind of the fault that was injected, if one was
	cut     cut
	// isObserved says that header has date and request ID too, as an observer has left them.
	isObserved bool
	// delivered is Outcome.Delivered.
	delivered func(taken bool)
}

// cut is the part of an answer that is sent before the connection ends.
type cut int

const (
	cutNothing cut = iota
	cutHalf
	cutAll
)

// lost returns the answer to a client that has disconnected.
func lost() *answer { return &answer{cut: cutAll} }

// RuleHeader has the rule by which a request was refused: the contract's section, as the code cites it, or the fault.
const RuleHeader = "Podfleet-Emulator-Rule"

const (
	contentType = "Content-Type"
	jsonType    = "application/json"
	htmlType    = "text/html; charset=utf-8"
	textType    = "text/plain; charset=utf-8"
	eventsType  = "text/event-stream"
)

// joined returns a header of its own with all that several have. Of one name, the last counts.
func joined(all ...http.Header) http.Header {
	header := http.Header{}
	for _, one := range all {
		maps.Copy(header, one)
	}
	return header
}

// setHeaders writes the headers of an answer that leaves now.
func (a *answer) setHeaders(to http.Header, r *Request, now time.Time) {
	maps.Copy(to, a.header)
	if a.isObserved {
		return
	}
	to["X-Request-Id"] = []string{r.id}
	to["Date"] = []string{now.UTC().Format(http.TimeFormat)} // It replaces net/http's Date, which shows real time.
}
