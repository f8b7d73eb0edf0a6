package emulator

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// refusal is an error that the service answers. Any other error that reaches the adapter is a bug of the emulator.
type refusal struct {
	status   int
	message  string
	problems []string    // unknown keys; the answer then carries no status member
	header   http.Header // beside the usual ones
	silent   bool        // the answer has no body at all
	code     string      // on the queue, for the few errors that have one
}

func (e *refusal) Error() string { return e.message }

// These have the exact texts of contract 1, one for each interface.
var (
	errUnauthorized = &refusal{status: http.StatusUnauthorized, message: "unauthorized"}
	errNoKey        = &refusal{status: http.StatusUnauthorized, message: "missing or invalid API key"}
)

// errNoJob is for an unknown job and for one that has expired (contract 3.3).
var errNoJob = &refusal{status: http.StatusNotFound, message: "job not found"}

// errPaused provably did nothing (contract 2.3).
var errPaused = &refusal{status: http.StatusConflict, message: "endpoint is paused", code: "ENDPOINT_PAUSED"}

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

// accountStatuses are the statuses of what the account refuses. What only its state forbids is answered with 500 and told
// apart by its message.
var accountStatuses = map[account.Reason]int{
	account.Invalid:   http.StatusBadRequest,
	account.NotFound:  http.StatusNotFound,
	account.Conflict:  http.StatusInternalServerError,
	account.NoWorkers: http.StatusInternalServerError,
}

// asRefusal is how the service answers an error of a handler. Any that is neither a refusal nor the account's is a bug
// of the emulator.
func asRefusal(err error) (*refusal, bool) {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused, true
	}
	var byAccount *account.Error
	if !errors.As(err, &byAccount) {
		return nil, false
	}
	return &refusal{
		status:  accountStatuses[byAccount.Reason],
		message: byAccount.Message,
		silent:  byAccount.Reason == account.NoWorkers,
	}, true
}

// firstOf returns the first error. The service reports one at a time.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
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

// queueErrorBody is the error body of the queue interface (contract 1).
type queueErrorBody struct {
	Status int    `json:"status"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
	Code   string `json:"code,omitempty"`
}

func (e *refusal) queueBody() queueErrorBody {
	title := http.StatusText(e.status)
	if title == "" {
		title = "Error"
	}
	return queueErrorBody{Status: e.status, Title: title, Detail: e.message, Code: e.code}
}
