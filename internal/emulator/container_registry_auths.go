package emulator

// containerRegistryAuth is a container registry auth as it is stored (contract 2.5). The control interface shows it
// whole, so that a test can see which credentials arrived; the service answers containerRegistryAuthAnswer.
type containerRegistryAuth struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Username string `json:"username"`
	Password string `json:"password"`
}

type containerRegistryAuthAnswer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func newContainerRegistryAuth(id string) containerRegistryAuth { return containerRegistryAuth{ID: id} }

func (a containerRegistryAuth) key() (id, name string) { return a.ID, a.Name }

func (a containerRegistryAuth) holds() []reference { return nil }

func (a containerRegistryAuth) answer() containerRegistryAuthAnswer {
	return containerRegistryAuthAnswer{ID: a.ID, Name: a.Name}
}

// There is no update: every change replaces.
type containerRegistryAuthCreate struct {
	Name     *string `json:"name"`
	Username *string `json:"username"`
	Password *string `json:"password"`
}

func (in containerRegistryAuthCreate) check() error {
	return firstOf(
		required("name", in.Name),
		required("username", in.Username),
		required("password", in.Password),
		notEmpty("name", in.Name),
		notEmpty("username", in.Username),
		notEmpty("password", in.Password),
	)
}

// containerRegistryAuthExists is the rule of whoever refers to one; the empty id stands for none.
func (s *Server) containerRegistryAuthExists(member string, id *string) error {
	if id == nil || *id == "" {
		return nil
	}
	if _, err := s.containerRegistryAuths.find(*id); err != nil {
		return badRequest("%s %q does not exist", member, *id)
	}
	return nil
}

func (s *Server) findContainerRegistryAuth(c *call) (containerRegistryAuth, error) {
	return s.containerRegistryAuths.find(c.request.PathValue("containerRegistryAuthId"))
}

func (s *Server) listContainerRegistryAuths(*call) (any, error) {
	answers := []containerRegistryAuthAnswer{}
	for _, a := range s.containerRegistryAuths.all(func(containerRegistryAuth) bool { return true }) {
		answers = append(answers, a.answer())
	}
	return answers, nil
}

func (s *Server) createContainerRegistryAuth(c *call) (any, error) {
	in, err := decodeBody[containerRegistryAuthCreate](c)
	if err != nil {
		return nil, err
	}
	if err := firstOf(in.check(), s.containerRegistryAuths.nameIsFree(in.Name, "")); err != nil {
		return nil, err
	}
	a := containerRegistryAuth{
		ID:       s.containerRegistryAuths.vacant(s.ids.containerRegistryAuth),
		Name:     *in.Name,
		Username: *in.Username,
		Password: *in.Password,
	}
	s.containerRegistryAuths.save(a)
	return a.answer(), nil
}

func (s *Server) getContainerRegistryAuth(_ *call, a containerRegistryAuth) (any, error) {
	return a.answer(), nil
}

func (s *Server) deleteContainerRegistryAuth(_ *call, a containerRegistryAuth) (any, error) {
	if s.inUse(reference{kindContainerRegistryAuths, a.ID}) {
		return nil, ruleBroken("container registry auth is in use")
	}
	s.containerRegistryAuths.remove(a.ID)
	return nil, nil
}
