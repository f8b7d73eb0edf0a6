package rest2

import (
	"encoding/json"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// containerWire are the container settings that templates, endpoints and pods share (contract-v2 3). Only answers have
// Entrypoint and Cmd.
type containerWire struct {
	Image      members.Optional[string]            `json:"image,omitzero"`
	Args       members.Optional[string]            `json:"args,omitzero"`
	Entrypoint members.Optional[[]string]          `json:"entrypoint,omitzero"`
	Cmd        members.Optional[[]string]          `json:"cmd,omitzero"`
	Disk       members.Optional[int64]             `json:"disk,omitzero"`
	Env        members.Optional[map[string]string] `json:"env,omitzero"`
	Ports      members.Optional[[]string]          `json:"ports,omitzero"`
	Registry   members.Optional[string]            `json:"registry,omitzero"`
}

// commandWire is the form of args that every deployment understands (contract-v2 3).
type commandWire struct {
	Entrypoint []string `json:"entrypoint,omitempty"`
	Cmd        []string `json:"cmd,omitempty"`
}

// argsOf converts a command to a request: absent if the request has neither list. A list that the request lacks is the
// one of now, because the service replaces both. Two empty lists are an empty text, which clears.
func argsOf(entrypoint, cmd, entrypointNow, cmdNow members.Optional[[]string]) members.Optional[string] {
	if entrypoint.IsZero() && cmd.IsZero() {
		return members.Optional[string]{}
	}
	command := commandWire{entrypoint.Or(entrypointNow.Or(nil)), cmd.Or(cmdNow.Or(nil))}
	if len(command.Entrypoint) == 0 && len(command.Cmd) == 0 {
		return members.Some("")
	}
	text, err := transport.Encode(command)
	if err != nil { // Lists of strings have a form in JSON.
		panic(err)
	}
	return members.Some(string(text))
}

// isPartOfCommand reports whether a request has one of the two lists of a command.
func isPartOfCommand(entrypoint, cmd members.Optional[[]string]) bool {
	return entrypoint.IsZero() != cmd.IsZero()
}

// command returns the lists of an answer's command: those of newer deployments, or what args says.
func (w containerWire) command() (entrypoint, cmd members.Optional[[]string]) {
	args, hasArgs := w.Args.Get()
	_, hasEntrypoint := w.Entrypoint.Get()
	_, hasCmd := w.Cmd.Get()
	if hasEntrypoint || hasCmd || !hasArgs {
		return w.Entrypoint, w.Cmd
	}
	var stored commandWire
	if strings.HasPrefix(strings.TrimSpace(args), "{") && json.Unmarshal([]byte(args), &stored) == nil {
		return members.Some(orEmpty(stored.Entrypoint)), members.Some(orEmpty(stored.Cmd))
	}
	return members.Some([]string{}), members.Some(words(args))
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// registryOf converts the ID of registry credentials to a request: an empty one, which is none, is null there.
func registryOf(id members.Optional[string]) members.Optional[string] {
	if text, ok := id.Get(); ok && text == "" {
		return members.Null[string]()
	}
	return id
}

// authOf converts the ID of registry credentials from an answer: null is none, which is empty in the model.
func authOf(registry members.Optional[string]) members.Optional[string] {
	if _, ok := registry.Get(); !ok && !registry.IsZero() {
		return members.Some("")
	}
	return registry
}

// container returns the container settings of an answer.
func (w containerWire) container() api.Container {
	entrypoint, cmd := w.command()
	return api.Container{
		ImageName: w.Image, ContainerDiskInGB: w.Disk, ContainerRegistryAuthID: authOf(w.Registry),
		DockerEntrypoint: entrypoint, DockerStartCmd: cmd, Env: w.Env, Ports: w.Ports,
	}
}
