package emulator

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// template is a template as it is stored and answered (contract 2.2).
type template struct {
	ID                      string            `json:"id"`
	Name                    string            `json:"name"`
	ImageName               string            `json:"imageName"`
	Category                string            `json:"category"`
	ContainerDiskInGb       int               `json:"containerDiskInGb"`
	VolumeInGb              int               `json:"volumeInGb"`
	VolumeMountPath         string            `json:"volumeMountPath"`
	ContainerRegistryAuthID string            `json:"containerRegistryAuthId"`
	DockerEntrypoint        []string          `json:"dockerEntrypoint"`
	DockerStartCmd          []string          `json:"dockerStartCmd"`
	Env                     map[string]string `json:"env"`
	Ports                   []string          `json:"ports"`
	IsPublic                bool              `json:"isPublic"`
	Readme                  string            `json:"readme"`
	IsServerless            bool              `json:"isServerless"`
	IsPlatform              bool              `json:"isPlatform"`
	Earned                  float64           `json:"earned"`
	RuntimeInMin            int               `json:"runtimeInMin"`
}

func newTemplate(id string) template {
	return template{
		ID:                id,
		Category:          "NVIDIA",
		ContainerDiskInGb: 50,
		VolumeInGb:        20,
		VolumeMountPath:   "/workspace",
		DockerEntrypoint:  []string{},
		DockerStartCmd:    []string{},
		Env:               map[string]string{},
		Ports:             []string{"8888/http", "22/tcp"},
	}
}

func (t template) key() (id, name string) { return t.ID, t.Name }

func (t template) holds() []reference {
	if t.ContainerRegistryAuthID == "" {
		return nil
	}
	return []reference{{kindContainerRegistryAuths, t.ContainerRegistryAuthID}}
}

// templateUpdate is the input of PATCH and of its synonym.
type templateUpdate struct {
	Name                    *string            `json:"name"`
	ImageName               *string            `json:"imageName"`
	ContainerDiskInGb       *int               `json:"containerDiskInGb"`
	VolumeInGb              *int               `json:"volumeInGb"`
	VolumeMountPath         *string            `json:"volumeMountPath"`
	ContainerRegistryAuthID *string            `json:"containerRegistryAuthId"`
	DockerEntrypoint        *[]string          `json:"dockerEntrypoint"`
	DockerStartCmd          *[]string          `json:"dockerStartCmd"`
	Env                     *map[string]string `json:"env"`
	Ports                   *[]string          `json:"ports"`
	IsPublic                *bool              `json:"isPublic"`
	Readme                  *string            `json:"readme"`
}

// templateCreate has two keys more: what a template is for cannot be changed.
type templateCreate struct {
	templateUpdate
	Category     *string `json:"category"`
	IsServerless *bool   `json:"isServerless"`
}

func (in templateUpdate) check(s *Server) error {
	return firstOf(
		notEmpty("name", in.Name),
		notEmpty("imageName", in.ImageName),
		atLeast("containerDiskInGb", in.ContainerDiskInGb, 0),
		atLeast("volumeInGb", in.VolumeInGb, 0),
		absolutePath("volumeMountPath", in.VolumeMountPath),
		ports("ports", in.Ports),
		s.containerRegistryAuthExists("containerRegistryAuthId", in.ContainerRegistryAuthID),
	)
}

func (in templateUpdate) apply(t *template) {
	set(&t.Name, in.Name)
	set(&t.ImageName, in.ImageName)
	set(&t.ContainerDiskInGb, in.ContainerDiskInGb)
	set(&t.VolumeInGb, in.VolumeInGb)
	set(&t.VolumeMountPath, in.VolumeMountPath)
	set(&t.ContainerRegistryAuthID, in.ContainerRegistryAuthID)
	set(&t.DockerEntrypoint, in.DockerEntrypoint)
	set(&t.DockerStartCmd, in.DockerStartCmd)
	set(&t.Env, in.Env)
	set(&t.Ports, in.Ports)
	set(&t.IsPublic, in.IsPublic)
	set(&t.Readme, in.Readme)
}

func (in templateCreate) check(s *Server) error {
	return firstOf(
		required("name", in.Name),
		required("imageName", in.ImageName),
		oneOf("category", in.Category, "NVIDIA", "AMD", "CPU"),
		in.templateUpdate.check(s),
	)
}

// checkVolume refuses what would give serverless workers a local volume: they have none.
func (in templateUpdate) checkVolume(serverless bool) error {
	if serverless && in.VolumeInGb != nil && *in.VolumeInGb > 0 {
		return badRequest("volumeInGb must be 0: a serverless template has no local volume")
	}
	return nil
}

// templateExists is the rule of whoever refers to one; the empty id stands for none.
func (s *Server) templateExists(member string, id *string) error {
	if id == nil || *id == "" {
		return nil
	}
	if _, err := s.templates.find(*id); err != nil {
		return badRequest("%s %q does not exist", member, *id)
	}
	return nil
}

func (s *Server) findTemplate(c *call) (template, error) {
	return s.templates.find(c.request.PathValue("templateId"))
}

func (s *Server) listTemplates(c *call) (any, error) {
	include, err := s.templateFlags(c)
	if err != nil {
		return nil, err
	}
	bound := s.heldBy(kindEndpoints, kindTemplates)
	listed := s.templates.all(func(t template) bool {
		switch {
		case bound[t.ID]:
			return include.endpointBound
		case t.IsPlatform:
			return include.platform
		case t.IsPublic && s.templates.planted[t.ID]: // Somebody else's: see PutObject.
			return include.public
		}
		return true
	})
	answers := make([]templateAnswer, len(listed))
	for i, t := range listed {
		answers[i] = s.templateAnswer(t)
	}
	return answers, nil
}

func (s *Server) createTemplate(c *call) (any, error) {
	in, err := decodeBody[templateCreate](c)
	if err != nil {
		return nil, err
	}
	if err := in.check(s); err != nil {
		return nil, err
	}
	t := newTemplate("")
	set(&t.Category, in.Category)
	set(&t.IsServerless, in.IsServerless)
	if t.IsServerless {
		t.VolumeInGb = 0
	}
	if err := firstOf(in.checkVolume(t.IsServerless), s.templates.nameIsFree(in.Name, "")); err != nil {
		return nil, err
	}
	in.apply(&t)
	t.ID = s.templates.vacant(s.ids.template)
	s.templates.save(t)
	return s.templateAnswer(t), nil
}

// getTemplate finds a template whatever the flags say; they must be booleans all the same.
func (s *Server) getTemplate(c *call, t template) (any, error) {
	if _, err := s.templateFlags(c); err != nil {
		return nil, err
	}
	return s.templateAnswer(t), nil
}

func (s *Server) updateTemplate(c *call, t template) (any, error) {
	in, err := decodeBody[templateUpdate](c)
	if err != nil {
		return nil, err
	}
	err = firstOf(in.check(s), in.checkVolume(t.IsServerless), s.templates.nameIsFree(in.Name, t.ID))
	if err != nil {
		return nil, err
	}
	before := t
	in.apply(&t)
	s.templates.save(t)
	if t.rolledFrom(before) {
		s.rollEndpointsOn(t.ID)
	}
	return s.templateAnswer(t), nil
}

// rolledFrom tells whether the way from before to t changes what workers run (contract 2.2).
func (t template) rolledFrom(before template) bool {
	return t.ImageName != before.ImageName ||
		!maps.Equal(t.Env, before.Env) ||
		!slices.Equal(t.DockerEntrypoint, before.DockerEntrypoint) ||
		!slices.Equal(t.DockerStartCmd, before.DockerStartCmd) ||
		t.ContainerDiskInGb != before.ContainerDiskInGb ||
		!slices.Equal(t.Ports, before.Ports) ||
		t.ContainerRegistryAuthID != before.ContainerRegistryAuthID
}

func (s *Server) deleteTemplate(_ *call, t template) (any, error) {
	if s.inUse(reference{kindTemplates, t.ID}) {
		return nil, ruleBroken("template is in use")
	}
	s.templates.remove(t.ID)
	return nil, nil
}

// templateFlags are the three groups that GET /templates leaves out by default.
type templateFlags struct{ endpointBound, public, platform bool }

func (s *Server) templateFlags(c *call) (flags templateFlags, err error) {
	var own bool
	err = firstOf(
		c.flag("includeEndpointBoundTemplates", &flags.endpointBound),
		c.flag("includePublicTemplates", &flags.public),
		c.flag("includePlatformTemplates", &flags.platform),
	)
	if err == nil && s.options.PlatformName != "" {
		err = c.flag("include"+s.options.PlatformName+"Templates", &own)
	}
	flags.platform = flags.platform || own
	return flags, err
}

// templateAnswer is a template with the deployment's own spelling of isPlatform beside the neutral one.
type templateAnswer struct {
	template
	platformName string
}

func (s *Server) templateAnswer(t template) templateAnswer {
	return templateAnswer{template: t, platformName: s.options.PlatformName}
}

// MarshalJSON adds the member whose name only the options know.
func (a templateAnswer) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(a.template)
	if err != nil || a.platformName == "" || a.platformName == "Platform" {
		return text, err
	}
	text = append(text[:len(text)-1], ',')
	text = strconv.AppendQuote(text, "is"+a.platformName)
	text = append(text, ':')
	text = strconv.AppendBool(text, a.IsPlatform)
	return append(text, '}'), nil
}
