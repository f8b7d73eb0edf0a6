package management2

import (
	"maps"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// container is the container settings on the wire (contract-v2 3).
type container struct {
	Image      string            `json:"image"`
	Args       string            `json:"args"`
	Entrypoint []string          `json:"entrypoint"`
	Cmd        []string          `json:"cmd"`
	Disk       int               `json:"disk"` // GB
	Env        map[string]string `json:"env"`
	Ports      []string          `json:"ports"`
	Registry   *string           `json:"registry"` // nil is none
}

func containerOf(s account.Settings) container {
	return container{
		Image: s.Image, Args: s.Command(), Entrypoint: notNil(s.Entrypoint), Cmd: notNil(s.Cmd), Disk: s.Disk,
		Env: envOf(s.Env), Ports: notNil(s.Ports), Registry: textOrNull(s.Registry),
	}
}

// notNil returns a list that encodes as one, and not as null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func envOf(env map[string]string) map[string]string {
	if env == nil {
		return map[string]string{}
	}
	return maps.Clone(env)
}

// textOrNull returns nil for an empty text.
func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
