package wire

import (
	"cmp"
	"fmt"
	"net/http"
)

// Error is an error that the service answers.
type Error struct {
	Status  int
	Message string
	// Problems are the unknown members of a request body; the answer then has no status member.
	Problems []string
	// Header goes beside the usual ones; nil is none.
	Header http.Header
	// NoBody is set for an answer without a body.
	NoBody bool
	// Code is sent by interfaces that have one, for the few errors that do; empty is none.
	Code string
	// Rule is the value of RuleHeader; empty is that of the interface for the status or, without one, of the route.
	Rule string
}

func (e *Error) Error() string { return e.Message }

// Under returns the error with a rule.
func (e *Error) Under(rule string) *Error {
	explained := *e
	explained.Rule = rule
	return &explained
}

// BadRequest returns an error with status 400.
func BadRequest(format string, args ...any) *Error {
	return &Error{Status: http.StatusBadRequest, Message: fmt.Sprintf(format, args...)}
}

// NotFound returns an error with status 404.
func NotFound(format string, args ...any) *Error {
	return &Error{Status: http.StatusNotFound, Message: fmt.Sprintf(format, args...)}
}

// Conflict returns the error that the service sends if only the present state forbids a request: its status is 500, and
// its message distinguishes it from a failure (contract 2.1).
func Conflict(format string, args ...any) *Error {
	return &Error{Status: http.StatusInternalServerError, Message: fmt.Sprintf(format, args...)}
}

// UnknownMembers returns the error for members of a body that the operation does not have (contract 2.1).
func UnknownMembers(names []string) *Error {
	e := BadRequest("Extra input keys provided in request body")
	for _, name := range names {
		e.Problems = append(e.Problems, fmt.Sprintf("property '%s' is not known", name))
	}
	return e
}

// PlainErrorBody returns an error body of an interface without a standard for them.
func PlainErrorBody(e *Error) any {
	body := struct {
		Error    string   `json:"error"`
		Status   int      `json:"status,omitempty"`
		Problems []string `json:"problems,omitempty"`
	}{e.Message, e.Status, e.Problems}
	if len(e.Problems) > 0 {
		body.Status = 0
	}
	return body
}

// ProblemDetails returns an error body after RFC 9457, without a type.
func ProblemDetails(e *Error) any {
	return struct {
		Status int    `json:"status"`
		Title  string `json:"title"`
		Detail string `json:"detail"`
		Code   string `json:"code,omitempty"`
	}{e.Status, cmp.Or(http.StatusText(e.Status), "Error"), e.Message, e.Code}
}
