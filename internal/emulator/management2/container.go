package management2

import (
	"maps"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// object is an object on the wire.
type object = map[string]any

// withContainer adds the container settings to an object (contract-v2 3).
func withContainer(shown object, s account.Settings) object {
	maps.Copy(shown, object{
		"image": s.Image, "args": s.Command(), "entrypoint": notNil(s.Entrypoint), "cmd": notNil(s.Cmd), "disk": s.Disk,
		"env": s.Env, "ports": notNil(s.Ports), "registry": textOrNull(s.Registry),
	})
	if s.Env == nil {
		shown["env"] = object{}
	}
	return shown
}

// notNil returns a list that encodes as one, and not as null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// textOrNull returns nil for an empty text.
func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
