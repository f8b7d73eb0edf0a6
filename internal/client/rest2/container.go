package rest2

import (
	"encoding/json"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// commandWire is the form of args that every deployment understands (contract-v2 3).
type commandWire struct {
	Entrypoint []string `json:"entrypoint,omitempty"`
	Cmd        []string `json:"cmd,omitempty"`
}

// list is one of the two lists of a command.
type list = members.Optional[[]string]

// requestOf returns a request with the members of fields that are not absent. now has the values that the request does
// not have and that belong to one that it has.
func requestOf(fields, now any) members.Body {
	b, was := members.ByPath(fields), members.ByPath(now)
	entrypoint, hasEntrypoint := b["entrypoint"].(list)
	cmd, hasCmd := b["cmd"].(list)
	if hasEntrypoint || hasCmd {
		entrypointNow, _ := was["entrypoint"].(list)
		cmdNow, _ := was["cmd"].(list)
		b["args"] = argsOf(entrypoint.Or(entrypointNow.Or(nil)), cmd.Or(cmdNow.Or(nil)))
		delete(b, "entrypoint")
		delete(b, "cmd")
	}
	if b["registry"] == members.Some("") { // None is null in a request.
		b["registry"] = nil
	}
	return b
}

// argsOf converts a command to a request, which has both lists, because the service replaces both. Two empty lists are
// an empty text, which clears.
func argsOf(entrypoint, cmd []string) string {
	if len(entrypoint) == 0 && len(cmd) == 0 {
		return ""
	}
	text, err := transport.Encode(commandWire{entrypoint, cmd})
	if err != nil { // Lists of strings have a form in JSON.
		panic(err)
	}
	return string(text)
}

// isPartOfCommand reports whether a request has one of the two lists of a command.
func isPartOfCommand(entrypoint, cmd list) bool { return entrypoint.IsZero() != cmd.IsZero() }

// settle completes container settings of an answer: its command is that of newer deployments, or what args says, and
// null is no registry credentials, which are empty in the model.
func settle(answer members.Members, entrypoint, cmd *list, auth *members.Optional[string]) {
	var args members.Optional[string]
	answer.Read("args", &args)
	text, hasArgs := args.Get()
	_, hasEntrypoint := entrypoint.Get()
	_, hasCmd := cmd.Get()
	if hasArgs && !hasEntrypoint && !hasCmd {
		one, other := commandIn(text)
		*entrypoint, *cmd = members.Some(orEmpty(one)), members.Some(orEmpty(other))
	}
	if _, ok := auth.Get(); !ok && !auth.IsZero() {
		*auth = members.Some("")
	}
}

// commandIn returns the two lists of args.
func commandIn(args string) (entrypoint, cmd []string) {
	var stored commandWire
	if strings.HasPrefix(strings.TrimSpace(args), "{") && json.Unmarshal([]byte(args), &stored) == nil {
		return stored.Entrypoint, stored.Cmd
	}
	return nil, words(args)
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
