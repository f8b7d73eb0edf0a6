package management

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// problem returns the body of an error (contract-v2 1.2).
func problem(e *wire.Error) any {
	return struct {
		Title  string   `json:"title"`
		Status int      `json:"status"`
		Detail string   `json:"detail"`
		Errors []string `json:"errors,omitempty"`
	}{cmp.Or(http.StatusText(e.Status), "Error"), e.Status, e.Message, e.Problems}
}

// unprocessable returns the error for a request that violates the document.
func unprocessable(problems ...string) error {
	return &wire.Error{
		Status: http.StatusUnprocessableEntity, Message: "The request does not match the schema.", Problems: problems,
	}
}

func errTooLarge(maxBytes int) *wire.Error {
	return &wire.Error{
		Status:  http.StatusRequestEntityTooLarge,
		Message: fmt.Sprintf("The request is larger than %d bytes.", maxBytes),
	}
}

// notImplemented returns the error for what the contract has and the emulator has not.
func notImplemented(what string) error {
	return &wire.Error{Status: http.StatusNotImplemented, Message: "The emulator does not have " + what + "."}
}

// rules returns the sections about errors by their status: those that any operation can have are in one table.
func rules() map[int]string {
	all := map[int]string{http.StatusTooManyRequests: "contract-v2 1.4"}
	for _, status := range []int{401, 403, 404, 405, 408, 413, 422, 501} {
		all[status] = "contract-v2 1.2"
	}
	return all
}

// statuses has the status for each reason of an error of the account.
var statuses = map[account.Reason]int{
	account.Invalid:       http.StatusBadRequest,
	account.Conflict:      http.StatusBadRequest,
	account.NotFound:      http.StatusNotFound,
	account.Unprocessable: http.StatusUnprocessableEntity,
	account.WrongState:    http.StatusConflict,
}

// answered returns the service's answer to an error of the account; other errors stay as they are.
func answered(err error) error {
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) { // The document knows no bounds of integers, and takes 10.0 for one.
		return unprocessable("$: got " + wrongType.Value + ", want integer")
	}
	var refused *account.Error
	if !errors.As(err, &refused) {
		return err
	}
	return &wire.Error{Status: statuses[refused.Reason], Message: refused.Message, Rule: refused.Rule}
}
