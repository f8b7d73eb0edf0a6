package api

// ContainerRegistryAuth are credentials for a container registry. The service returns their name only (contract 2.5).
type ContainerRegistryAuth struct {
	ID   string           `json:"id" v2:"id"`
	Name Optional[string] `json:"name" v2:"name" empty:"none"`
}

// ContainerRegistryAuthCreate is the body of a create. All members are required. The service has no update of
// credentials: each change is a new object.
type ContainerRegistryAuthCreate struct {
	Name     string `json:"name"`
	Username string `json:"username"`
	Password string `json:"password"`
}

// Identifier returns the ID; empty if the answer has none.
func (a ContainerRegistryAuth) Identifier() string { return a.ID }
