package wire

import (
	"maps"
	"net/http"
	"time"
)

// answer is the response to a request, or the way in which the server cuts the connection.
type answer struct {
	status int
	// contentType is shared by all answers of that type; nil without a body.
	contentType []string
	header      http.Header // beside content type and request id; nil is none
	body        []byte
	rule        string       // of an error, for RuleHeader; empty is none
	stream      Stream       // in the place of a body, which then is what has been sent
	handler     http.Handler // answers by itself; nil on the service's interfaces
	ended       func()       // called before the last part of a stream is sent; nil on the control interface
	isObserved  bool         // header is all of it
	fault       string       // kind of the fault that was injected, if one was
	cut         cut
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

const (
	contentType = "Content-Type"
	// RuleHeader has the rule by which a request was refused: the contract's section, as the code cites it, or the fault.
	RuleHeader = "Podfleet-Emulator-Rule"
)

var (
	jsonType = []string{"application/json"}
	htmlType = []string{"text/html; charset=utf-8"}
	textType = []string{"text/plain; charset=utf-8"}
)

// add gives an answer more headers, but none of a name that it has. Its own may be shared.
func (a *answer) add(header http.Header) {
	maps.Copy(header, a.header)
	a.header = header
}

// setHeaders writes the headers of an answer that leaves now. The constant ones share their slices, which nothing
// modifies.
func (a *answer) setHeaders(to http.Header, r *Request, now time.Time) {
	for name, values := range a.header {
		to[name] = values
	}
	if a.isObserved {
		return
	}
	if a.contentType != nil {
		to[contentType] = a.contentType
	}
	if a.rule != "" {
		to[RuleHeader] = []string{a.rule}
	}
	to["X-Request-Id"] = []string{r.id}
	to["Date"] = []string{now.UTC().Format(http.TimeFormat)} // It replaces net/http's Date, which shows real time.
}
