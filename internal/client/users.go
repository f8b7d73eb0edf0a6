package client

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// usersOfTemplate lists the users of a template: endpoints, pods, and workers that were made from it before their
// endpoint got another. Where a list fails, the users in the other are returned with the error.
func (c *Client) usersOfTemplate(ctx context.Context, id string) ([]User, error) {
	endpoints, endpointsErr := c.Endpoints.ListAll(ctx)
	pods, podsErr := c.Pods.List(ctx, PodFilter{TemplateID: id, IncludeWorkers: true})
	var users []User
	named := map[string]bool{}
	for _, e := range endpoints {
		if e.TemplateID.Or("") == id {
			users, named[e.ID] = append(users, User{Kind: UserEndpoint, ID: e.ID, Name: e.Name.Or("")}), true
		}
	}
	pods = slices.DeleteFunc(pods, func(p Pod) bool { // A deployment may ignore the filter.
		return p.TemplateID.Or("") != id || named[p.EndpointID.Or("")]
	})
	return append(users, podUsers(pods, endpoints)...), errors.Join(endpointsErr, podsErr)
}

// usersOfNetworkVolume lists the pods and workers that mount a volume. An endpoint without workers does not use the
// volume that it names. Version 2 lists no workers: if no pod mounts the volume, a worker of an endpoint that names it
// does.
func (c *Client) usersOfNetworkVolume(ctx context.Context, id string) ([]User, error) {
	pods, err := c.podUsersWhere(ctx, PodFilter{NetworkVolumeID: id, IncludeWorkers: true}, func(p Pod) bool {
		volume, mounted := p.NetworkVolume.Get()
		return mounted && volume.ID == id
	})
	if len(pods) > 0 || c.Version() == 1 {
		return pods, err
	}
	endpoints, endpointsErr := c.endpointUsersWhere(ctx, func(e Endpoint) bool { return slices.Contains(e.Volumes(), id) })
	return endpoints, errors.Join(err, endpointsErr)
}

// usersOfContainerRegistryAuth lists the templates, pods and workers with a login. Over version 2, where workers are in
// no list and endpoints have settings of their own, it lists the endpoints with it. If a list fails, the users in the
// others are returned with the error.
func (c *Client) usersOfContainerRegistryAuth(ctx context.Context, id string) ([]User, error) {
	templates, templatesErr := c.Templates.ListAll(ctx)
	users := templateUsers(templates, id)
	var endpointsErr error
	if c.Version() > 1 {
		var endpoints []User
		endpoints, endpointsErr = c.endpointUsersWhere(ctx, func(e Endpoint) bool {
			return e.ContainerRegistryAuthID.Or("") == id
		})
		users = append(users, endpoints...)
	}
	uses := func(p Pod) bool { return p.ContainerRegistryAuthID.Or("") == id }
	pods, podsErr := c.podUsersWhere(ctx, PodFilter{IncludeWorkers: true}, uses)
	return append(users, pods...), errors.Join(templatesErr, endpointsErr, podsErr)
}

// endpointUsersWhere lists the endpoints that uses selects, sorted by name and ID.
func (c *Client) endpointUsersWhere(ctx context.Context, uses func(Endpoint) bool) ([]User, error) {
	endpoints, err := c.Endpoints.ListAll(ctx)
	return endpointUsers(slices.DeleteFunc(endpoints, func(e Endpoint) bool { return !uses(e) })), err
}

// endpointUsers returns endpoints as users, sorted by name and ID.
func endpointUsers(endpoints []Endpoint) []User {
	var users []User
	for _, e := range endpoints {
		users = append(users, User{Kind: UserEndpoint, ID: e.ID, Name: e.Name.Or("")})
	}
	sortUsers(users)
	return users
}

// templateUsers returns the templates that use registry credentials.
func templateUsers(templates []Template, auth string) []User {
	var users []User
	for _, t := range templates {
		if t.ContainerRegistryAuthID.Or("") == auth {
			users = append(users, User{Kind: UserTemplate, ID: t.ID, Name: t.Name.Or("")})
		}
	}
	return users
}

// podUsersWhere lists pods, and the endpoints too if workers are among those that uses selects: only an endpoint tells
// whether its worker stays.
func (c *Client) podUsersWhere(ctx context.Context, filter PodFilter, uses func(Pod) bool) ([]User, error) {
	pods, err := c.Pods.List(ctx, filter)
	pods = slices.DeleteFunc(pods, func(p Pod) bool { return !uses(p) })
	var endpoints []Endpoint
	if slices.ContainsFunc(pods, func(p Pod) bool { return p.EndpointID.Or("") != "" }) {
		var endpointsErr error
		endpoints, endpointsErr = c.Endpoints.ListAll(ctx)
		err = errors.Join(err, endpointsErr)
	}
	return podUsers(pods, endpoints), err
}

// podUsers tells pods from workers, and workers that stay from those that leave. Pods come first, each sorted by name
// and id.
func podUsers(pods []Pod, endpoints []Endpoint) []User {
	current := map[string]Optional[int64]{}
	for _, e := range endpoints {
		current[e.ID] = e.Version
	}
	users := make([]User, 0, len(pods))
	for _, p := range pods {
		user := User{Kind: UserPod, ID: p.ID, Name: p.Name.Or(""), EndpointID: p.EndpointID.Or("")}
		if user.EndpointID != "" {
			version, listed := current[user.EndpointID].Get()
			runs, known := p.SLSVersion.Get()
			user.Kind, user.Leaving = UserWorker, !listed || !known || runs < version
		}
		users = append(users, user)
	}
	sortUsers(users)
	return users
}

// sortUsers sorts users by kind, name and ID: a list comes in no particular order, and a message about it should not
// change by itself.
func sortUsers(users []User) {
	slices.SortFunc(users, func(a, b User) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}
