package client

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// The kinds of object that keep another one from being deleted: User.Kind (contract 2.2, 2.4, 2.5).
const (
	UserEndpoint = "endpoint"
	UserPod      = "pod"
	UserTemplate = "template"
	UserWorker   = "worker"
)

// users finds the objects that use another one.
type users struct {
	pods      *pods
	endpoints *endpoints
	templates *templates
}

// ofTemplate lists the users of a template: endpoints, pods, and workers that were made from it before their
// endpoint got another. Where a list fails, the users in the other are returned with the error.
func (u *users) ofTemplate(ctx context.Context, id string) ([]fleet.User, error) {
	endpoints, endpointsErr := u.endpoints.ListAll(ctx)
	pods, podsErr := u.pods.List(ctx, api.PodFilter{TemplateID: id, IncludeWorkers: true})
	var found []fleet.User
	named := map[string]bool{}
	for _, e := range endpoints {
		if e.TemplateID.Or("") == id {
			found, named[e.ID] = append(found, fleet.User{Kind: UserEndpoint, ID: e.ID, Name: e.Name.Or("")}), true
		}
	}
	pods = slices.DeleteFunc(pods, func(p api.Pod) bool { // A deployment may ignore the filter.
		return p.TemplateID.Or("") != id || named[p.EndpointID.Or("")]
	})
	return append(found, podUsers(pods, endpoints)...), errors.Join(endpointsErr, podsErr)
}

// ofNetworkVolume lists the pods and workers that mount a volume. An endpoint without workers does not use the
// volume that it names. If lists have no workers and no pod mounts the volume, a worker of an endpoint that names it
// does.
func (u *users) ofNetworkVolume(ctx context.Context, id string) ([]fleet.User, error) {
	pods, err := u.podUsersWhere(ctx, api.PodFilter{NetworkVolumeID: id, IncludeWorkers: true}, func(p api.Pod) bool {
		volume, mounted := p.NetworkVolume.Get()
		return mounted && volume.ID == id
	})
	if len(pods) > 0 || u.pods.of.ListsWorkers() {
		return pods, err
	}
	endpoints, endpointsErr := u.endpointUsersWhere(ctx,
		func(e api.Endpoint) bool { return slices.Contains(e.Volumes(), id) })
	return endpoints, errors.Join(err, endpointsErr)
}

// ofContainerRegistryAuth lists the templates, pods and workers with registry credentials, and the endpoints with
// them if endpoints have container settings of their own. If a list fails, the users in the
// others are returned with the error.
func (u *users) ofContainerRegistryAuth(ctx context.Context, id string) ([]fleet.User, error) {
	templates, templatesErr := u.templates.ListAll(ctx)
	users := templateUsers(templates, id)
	var endpointsErr error
	if u.endpoints.of.HasContainer() {
		var endpoints []fleet.User
		endpoints, endpointsErr = u.endpointUsersWhere(ctx, func(e api.Endpoint) bool {
			return e.ContainerRegistryAuthID.Or("") == id
		})
		users = append(users, endpoints...)
	}
	uses := func(p api.Pod) bool { return p.ContainerRegistryAuthID.Or("") == id }
	pods, podsErr := u.podUsersWhere(ctx, api.PodFilter{IncludeWorkers: true}, uses)
	return append(users, pods...), errors.Join(templatesErr, endpointsErr, podsErr)
}

// usedBy returns the endpoints, and the pods that are no workers, that use an object, from lists that readers share: it
// sends at most one list of each kind, and none while these lists are new. A worker that uses the object counts as its
// endpoint. The result is sorted by kind, name and ID. After an error it is nil.
func (u *users) usedBy(
	ctx context.Context, byEndpoint func(api.Endpoint) bool, byPod func(api.Pod) bool,
) ([]fleet.User, error) {
	endpoints, err := u.endpoints.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	pods, err := u.pods.objects.ReadAll(ctx) // With workers.
	if err != nil {
		return nil, err
	}
	through := map[string]bool{}
	var own []api.Pod
	for _, p := range pods {
		switch {
		case !byPod(p):
		case p.IsWorker():
			through[p.EndpointID.Or("")] = true
		default:
			own = append(own, p)
		}
	}
	endpoints = slices.DeleteFunc(endpoints, func(e api.Endpoint) bool { return !byEndpoint(e) && !through[e.ID] })
	return append(endpointUsers(endpoints), podUsers(own, nil)...), nil
}

// endpointUsersWhere lists the endpoints that uses selects, sorted by name and ID.
func (u *users) endpointUsersWhere(ctx context.Context, uses func(api.Endpoint) bool) ([]fleet.User, error) {
	endpoints, err := u.endpoints.ListAll(ctx)
	return endpointUsers(slices.DeleteFunc(endpoints, func(e api.Endpoint) bool { return !uses(e) })), err
}

// endpointUsers returns endpoints as users, sorted by name and ID.
func endpointUsers(endpoints []api.Endpoint) []fleet.User {
	var found []fleet.User
	for _, e := range endpoints {
		found = append(found, fleet.User{Kind: UserEndpoint, ID: e.ID, Name: e.Name.Or("")})
	}
	sortUsers(found)
	return found
}

// templateUsers returns the templates that use registry credentials.
func templateUsers(templates []api.Template, auth string) []fleet.User {
	var found []fleet.User
	for _, t := range templates {
		if t.ContainerRegistryAuthID.Or("") == auth {
			found = append(found, fleet.User{Kind: UserTemplate, ID: t.ID, Name: t.Name.Or("")})
		}
	}
	return found
}

// podUsersWhere lists pods, and the endpoints too if workers are among those that uses selects: only an endpoint tells
// whether its worker stays.
func (u *users) podUsersWhere(
	ctx context.Context, filter api.PodFilter, uses func(api.Pod) bool,
) ([]fleet.User, error) {
	pods, err := u.pods.List(ctx, filter)
	pods = slices.DeleteFunc(pods, func(p api.Pod) bool { return !uses(p) })
	var endpoints []api.Endpoint
	if slices.ContainsFunc(pods, func(p api.Pod) bool { return p.EndpointID.Or("") != "" }) {
		var endpointsErr error
		endpoints, endpointsErr = u.endpoints.ListAll(ctx)
		err = errors.Join(err, endpointsErr)
	}
	return podUsers(pods, endpoints), err
}

// podUsers tells pods from workers, and workers that stay from those that leave. Pods come first, each sorted by name
// and id.
func podUsers(pods []api.Pod, endpoints []api.Endpoint) []fleet.User {
	current := map[string]members.Optional[int64]{}
	for _, e := range endpoints {
		current[e.ID] = e.Version
	}
	found := make([]fleet.User, 0, len(pods))
	for _, p := range pods {
		user := fleet.User{Kind: UserPod, ID: p.ID, Name: p.Name.Or(""), OwnerID: p.EndpointID.Or("")}
		if user.OwnerID != "" {
			version, listed := current[user.OwnerID].Get()
			runs, known := p.SLSVersion.Get()
			user.Kind, user.Leaving = UserWorker, !listed || !known || runs < version
		}
		found = append(found, user)
	}
	sortUsers(found)
	return found
}

// sortUsers sorts users by kind, name and ID: a list comes in no particular order, and a message about it should not
// change by itself.
func sortUsers(users []fleet.User) {
	slices.SortFunc(users, func(a, b fleet.User) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}

// UsedBy implements NetworkVolumes.
func (v *networkVolumes) UsedBy(ctx context.Context, id string) (used []fleet.User, shown bool, err error) {
	used, err = v.users.usedBy(ctx, func(e api.Endpoint) bool { return slices.Contains(e.Volumes(), id) },
		func(p api.Pod) bool {
			volume, mounted := p.NetworkVolume.Get()
			return mounted && volume.ID == id
		})
	return used, true, err
}

// UsedBy implements Templates.
func (t *templates) UsedBy(ctx context.Context, id string) (used []fleet.User, shown bool, err error) {
	if t.keepsContainers { // No object shows its template.
		return nil, false, nil
	}
	used, err = t.users.usedBy(ctx, func(e api.Endpoint) bool { return e.TemplateID.Or("") == id },
		func(p api.Pod) bool { return p.TemplateID.Or("") == id })
	return used, true, err
}

// UsedBy implements ContainerRegistryAuths.
func (a *containerRegistryAuths) UsedBy(ctx context.Context, id string) (used []fleet.User, shown bool, err error) {
	all, err := a.templates.ReadAll(ctx)
	if err != nil {
		return nil, true, err
	}
	found := templateUsers(all, id)
	ofTemplate := map[string]bool{}
	for _, template := range found {
		ofTemplate[template.ID] = true
	}
	used, err = a.users.usedBy(ctx, func(e api.Endpoint) bool {
		// Over version 1 it has its template's, and over version 2 its own.
		return ofTemplate[e.TemplateID.Or("")] || e.ContainerRegistryAuthID.Or("") == id
	}, func(p api.Pod) bool { return p.ContainerRegistryAuthID.Or("") == id })
	if err != nil {
		return nil, true, err
	}
	return append(used, found...), true, nil
}
