package emulator

import (
	"fmt"
	"net/http"
)

// refusal is an error that the service answers. Any other error that reaches the adapter is a bug of the emulator.
type refusal struct {
	status   int
	message  string
	problems []string    // unknown keys; the answer then carries no status member
	header   http.Header // beside the usual ones
}

func (e *refusal) Error() string { return e.message }

// errUnauthorized has the exact text of contract 1.
var errUnauthorized = &refusal{status: http.StatusUnauthorized, message: "unauthorized"}

func badRequest(format string, args ...any) *refusal {
	return &refusal{status: http.StatusBadRequest, message: fmt.Sprintf(format, args...)}
}

func notFound(format string, args ...any) *refusal {
	return &refusal{status: http.StatusNotFound, message: fmt.Sprintf(format, args...)}
}

// ruleBroken is how the service refuses what only the account's state forbids: with 500, told apart by its message.
func ruleBroken(format string, args ...any) *refusal {
	return &refusal{status: http.StatusInternalServerError, message: fmt.Sprintf(format, args...)}
}

// errorBody is the error body of the REST interface (contract 1; with problems, 2.1).
type errorBody struct {
	Error    string   `json:"error"`
	Status   int      `json:"status,omitempty"`
	Problems []string `json:"problems,omitempty"`
}

func (e *refusal) body() errorBody {
	if len(e.problems) > 0 {
		return errorBody{Error: e.message, Problems: e.problems}
	}
	return errorBody{Error: e.message, Status: e.status}
}
