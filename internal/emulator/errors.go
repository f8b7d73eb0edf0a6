package emulator

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// errNoJob is for an unknown job and for one that has expired (contract 3.3).
var errNoJob = wire.NotFound("job not found")

// errNoEndpoint ends a wait.
var errNoEndpoint = wire.NotFound("endpoint not found")

// errPaused is for a submission that provably did nothing (contract 2.3).
var errPaused = &wire.Error{Status: http.StatusConflict, Message: "endpoint is paused", Code: "ENDPOINT_PAUSED",
	Rule: "contract 2.3"}

// accountStatuses has the status for each reason of an error of the account. If only the present state forbids a
// request, the status is 500, and the message distinguishes it.
var accountStatuses = map[account.Reason]int{
	account.Invalid:   http.StatusBadRequest,
	account.NotFound:  http.StatusNotFound,
	account.Conflict:  http.StatusInternalServerError,
	account.NoWorkers: http.StatusInternalServerError,
}

// general names the rule of an error about a body that holds for all objects.
func general(err error) error {
	var refused *wire.Error
	if !errors.As(err, &refused) || refused.Rule != "" {
		return err
	}
	return refused.Under("contract 2.1")
}

// apiErrorOf returns the service's answer to an error of the account; false for any other error.
func apiErrorOf(err error) (*wire.Error, bool) {
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		return notInteger(wrongType).Under("contract 2.1"), true
	}
	var refused *account.Error
	if !errors.As(err, &refused) {
		return nil, false
	}
	return &wire.Error{
		Status:  accountStatuses[refused.Reason],
		Message: refused.Message,
		Rule:    refused.Rule,
		NoBody:  refused.Reason == account.NoWorkers,
	}, true
}
