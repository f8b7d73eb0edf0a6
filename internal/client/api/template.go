package api

// Template is a container configuration for pods and endpoints (contract 2.2). Members that the service does not return
// are absent.
type Template struct {
	ID string `json:"id" v2:"id"`
	TemplateFields
	Category     Optional[string]  `json:"category" v2:"category" empty:"none"` // NVIDIA, AMD or CPU
	IsServerless Optional[bool]    `json:"isServerless" v2:"serverless"`
	IsPlatform   Optional[bool]    `json:"-"`                      // official; deployments have other names for it
	PublicSource string            `json:"-"`                      // of the list over version 2; empty: the account's own
	Earned       Optional[float64] `json:"earned" volatile:"true"` // credits earned by its creator
	RuntimeInMin Optional[int64]   `json:"runtimeInMin" volatile:"true"`
}

// TemplateFields are the members of a template that an update can change. An update leaves absent members as they are,
// clears those with an empty value, and replaces env and lists as a whole (contract 2.1).
type TemplateFields struct {
	Name                    Optional[string]            `json:"name,omitzero" v2:"name" empty:"none"`
	ImageName               Optional[string]            `json:"imageName,omitzero" v2:"image" empty:"none"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb,omitzero" v2:"disk"` // wiped on restart
	VolumeInGB              Optional[int64]             `json:"volumeInGb,omitzero" `                 // persists; 0: none
	VolumeMountPath         Optional[string]            `json:"volumeMountPath,omitzero" compare:"text" empty:"none"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId,omitzero" v2:"registry"` // or empty
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint,omitzero" v2:"entrypoint"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd,omitzero" v2:"cmd"`
	Env                     Optional[map[string]string] `json:"env,omitzero" v2:"env"`
	Ports                   Optional[[]string]          `json:"ports,omitzero" compare:"set" v2:"ports"` // 8888/http
	IsPublic                Optional[bool]              `json:"isPublic,omitzero" v2:"public"`
	Readme                  Optional[string]            `json:"readme,omitzero" compare:"text"`
	// StartSSH and StartJupyter say which variables of the service containers get; over version 2. A create without them
	// asks for none.
	StartSSH     Optional[bool] `json:"-" v2:"startSsh"`
	StartJupyter Optional[bool] `json:"-" v2:"startJupyter"`
}

// TemplateCreate is the body of a create. Name and ImageName are required; the service has defaults for the others.
type TemplateCreate struct {
	TemplateFields
	Category     Optional[string] `json:"category,omitzero" v2:"category"`
	IsServerless Optional[bool]   `json:"isServerless,omitzero" v2:"serverless"`
}

// TemplateFilter adds groups of templates to a list of the account's own templates that no endpoint uses.
type TemplateFilter struct {
	IncludeEndpointBound bool // the account's own that endpoints use
	IncludePublic        bool // of other accounts
	IncludePlatform      bool // official ones
}

// Identifier returns the ID; empty if the answer has none.
func (t Template) Identifier() string { return t.ID }
