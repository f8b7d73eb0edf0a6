package account

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Settings are the container settings that templates, endpoints and pods share (contract-v2 3).
type Settings struct {
	Image      string   `json:"imageName"`
	Entrypoint []string `json:"dockerEntrypoint"`
	Cmd        []string `json:"dockerStartCmd"`
	// Args is the text that version 2 got; it counts only while it means Entrypoint and Cmd, see command. Version 1 does
	// not show it.
	Args     string            `json:"args,omitempty"`
	Disk     int               `json:"containerDiskInGb"` // GB
	Env      map[string]string `json:"env"`
	Ports    []string          `json:"ports"`
	Registry string            `json:"containerRegistryAuthId"` // empty is none
}

// containerNames are the names of container settings over version 2.
var containerNames = names{
	"image": "imageName", "args": "args", "entrypoint": "dockerEntrypoint", "cmd": "dockerStartCmd",
	"disk": "containerDiskInGb", "env": "env", "ports": "ports", "registry": "containerRegistryAuthId",
}

// Shown returns the settings as version 2 names them. Without a text of its own, args is the JSON of the command.
func (s Settings) Shown() map[string]any {
	s.Args = s.command()
	return renamed(s, containerNames)
}

// hasSettings reports whether an input has any container setting.
func (in Input) hasSettings() bool { return in.has(slices.Collect(maps.Values(containerNames))...) }

// container returns settings with those of an input of version 2, or an error for an input that breaks a rule between
// members, or names what does not exist.
func (a *Account) container(s Settings, in Input) (Settings, error) {
	s, err := over(s, in)
	switch entrypoint, cmd := splitCommand(s.Args); {
	case err != nil || !in.has("args"):
	case in.has("dockerEntrypoint") && !slices.Equal(entrypoint, s.Entrypoint),
		in.has("dockerStartCmd") && !slices.Equal(cmd, s.Cmd):
		err = invalid("args, and entrypoint and cmd, say different things")
	default:
		s.Entrypoint, s.Cmd = entrypoint, cmd
	}
	if err == nil && in.has("containerRegistryAuthId") {
		err = a.exists("registry", KindContainerRegistryAuths, s.Registry)
	}
	if err == nil && in.has("ports") {
		err = checkPorts("ports", s.Ports)
	}
	return s, under("contract-v2 3", err)
}

// copied does the same with the settings of a template that a create copies, whose env is merged by key (contract-v2
// 5.3, 8.1).
func (a *Account) copied(t Template, in Input) (Settings, error) {
	s, err := a.container(t.Settings, in)
	s.Env = merged(t.Env, s.Env)
	return s, err
}

// merged returns the variables of both environments, in a map of its own.
func merged(env, over map[string]string) map[string]string {
	all := make(map[string]string)
	maps.Copy(all, env)
	maps.Copy(all, over)
	return all
}

// command returns the entrypoint and the command as the one text that version 2 calls args: the text that it got, or
// the JSON of an object. Empty is the image's own.
func (s Settings) command() string {
	entrypoint, cmd := splitCommand(s.Args)
	if slices.Equal(entrypoint, s.Entrypoint) && slices.Equal(cmd, s.Cmd) {
		return s.Args
	}
	text, err := json.Marshal(commandForm{s.Entrypoint, s.Cmd})
	if err != nil {
		return "" // Lists of texts are always JSON.
	}
	return string(text)
}

// commandForm is the JSON form of args.
type commandForm struct {
	Entrypoint []string `json:"entrypoint,omitempty"`
	Cmd        []string `json:"cmd,omitempty"`
}

// splitCommand reads args: the JSON form, or the words of a command line. Neither list is nil.
func splitCommand(args string) (entrypoint, cmd []string) {
	var form commandForm
	if strings.HasPrefix(strings.TrimSpace(args), "{") && json.Unmarshal([]byte(args), &form) == nil {
		return append([]string{}, form.Entrypoint...), append([]string{}, form.Cmd...)
	}
	return []string{}, words(args)
}

// words splits a text as a shell does: at space outside of quotes. It expands nothing. A quote without an end goes on
// to the end of the text.
func words(text string) []string {
	list := []string{}
	var word strings.Builder
	var quote rune
	begun, escaped := false, false
	end := func() {
		if begun {
			list = append(list, word.String())
		}
		word.Reset()
		begun = false
	}
	for _, letter := range text {
		switch {
		case escaped:
			word.WriteRune(letter)
			escaped = false
		case letter == '\\' && quote != '\'':
			begun, escaped = true, true
		case quote != 0 && letter == quote:
			quote = 0
		case quote == 0 && (letter == '\'' || letter == '"'):
			begun, quote = true, letter
		case quote == 0 && strings.ContainsRune(" \t\r\n", letter):
			end()
		default:
			begun = true
			word.WriteRune(letter)
		}
	}
	end()
	return list
}

// newSettings are those of an object that version 1 creates.
func newSettings() Settings {
	return Settings{
		Entrypoint: []string{}, Cmd: []string{}, Disk: 50, Env: map[string]string{}, Ports: []string{"8888/http", "22/tcp"},
	}
}

// defaultSettings are those of version 2 (contract-v2 3): no ports, and a small disk.
func defaultSettings() Settings {
	return Settings{Entrypoint: []string{}, Cmd: []string{}, Disk: 10, Env: map[string]string{}, Ports: []string{}}
}
