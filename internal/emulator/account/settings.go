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
	// Args is the text that version 2 got; it counts only while it means Entrypoint and Cmd, see Command. Version 1 does
	// not show it.
	Args     string            `json:"args,omitempty"`
	Disk     int               `json:"containerDiskInGb"` // GB
	Env      map[string]string `json:"env"`
	Ports    []string          `json:"ports"`
	Registry string            `json:"containerRegistryAuthId"` // empty is none
}

// Container is a request for container settings over version 2. A nil member was left out.
type Container struct {
	Image      *string            `json:"image"`
	Args       *string            `json:"args"`
	Entrypoint *[]string          `json:"entrypoint"`
	Cmd        *[]string          `json:"cmd"`
	Disk       *int               `json:"disk"`
	Env        *map[string]string `json:"env"`
	Ports      *[]string          `json:"ports"`
	Registry   Reference          `json:"registry"`
}

// Reference is the id of an object in a request, null for none. The zero value was left out.
type Reference struct {
	given bool
	id    string // empty is none
}

// UnmarshalJSON implements json.Unmarshaler, which the library calls for null too.
func (r *Reference) UnmarshalJSON(text []byte) error {
	r.given = true
	return json.Unmarshal(text, &r.id)
}

// hasNoSettings reports whether the request leaves all settings as they are.
func (c Container) hasNoSettings() bool { return c == Container{} }

// over returns settings with the members of a request.
func (c Container) over(s Settings) Settings {
	set(&s.Image, c.Image)
	if c.Args != nil {
		s.Args = *c.Args
		s.Entrypoint, s.Cmd = splitCommand(*c.Args)
	}
	set(&s.Entrypoint, c.Entrypoint)
	set(&s.Cmd, c.Cmd)
	set(&s.Disk, c.Disk)
	set(&s.Env, c.Env)
	set(&s.Ports, c.Ports)
	if c.Registry.given {
		s.Registry = c.Registry.id
	}
	return s
}

// overTemplate returns settings of a template with the members of a request, whose env is merged by key (contract-v2
// 5.3, 8.1).
func (c Container) overTemplate(t Template) Settings {
	s := c.over(t.Settings)
	s.Env = merged(t.Env, s.Env)
	return s
}

// merged returns the variables of both environments, in a map of its own.
func merged(env, over map[string]string) map[string]string {
	all := make(map[string]string)
	maps.Copy(all, env)
	maps.Copy(all, over)
	return all
}

// checkContainer returns an error for a request that breaks a rule between members, or names what does not exist.
func (a *Account) checkContainer(c Container) error { return under("contract-v2 3", a.judge(c)) }

func (a *Account) judge(c Container) error {
	if c.Args != nil {
		entrypoint, cmd := splitCommand(*c.Args)
		if c.Entrypoint != nil && !slices.Equal(entrypoint, *c.Entrypoint) || c.Cmd != nil && !slices.Equal(cmd, *c.Cmd) {
			return invalid("args, and entrypoint and cmd, say different things")
		}
	}
	if err := a.exists("registry", KindContainerRegistryAuths, c.Registry.id); err != nil {
		return err
	}
	if c.Ports != nil {
		return checkPorts("ports", *c.Ports)
	}
	return nil
}

// Command returns the entrypoint and the command as the one text that version 2 calls args: the text that it got, or
// the JSON of an object. Empty is the image's own.
func (s Settings) Command() string {
	entrypoint, cmd := splitCommand(s.Args)
	if slices.Equal(entrypoint, s.Entrypoint) && slices.Equal(cmd, s.Cmd) {
		return s.Args
	}
	text, err := json.Marshal(command{s.Entrypoint, s.Cmd})
	if err != nil {
		return "" // Lists of texts are always JSON.
	}
	return string(text)
}

// command is the JSON form of args.
type command struct {
	Entrypoint []string `json:"entrypoint,omitempty"`
	Cmd        []string `json:"cmd,omitempty"`
}

// splitCommand reads args: the JSON form, or the words of a command line. Neither list is nil.
func splitCommand(args string) (entrypoint, cmd []string) {
	var form command
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
