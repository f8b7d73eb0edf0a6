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

// using selects the objects that use one; nil selects none of the kind.
type using struct {
	templates func(api.Template) bool
	endpoints func(api.Endpoint) bool
	pods      func(api.Pod) bool
}

func usingTemplate(id string) using {
	return using{
		endpoints: func(e api.Endpoint) bool { return e.TemplateID.Or("") == id },
		pods:      func(p api.Pod) bool { return p.TemplateID.Or("") == id },
	}
}

func usingNetworkVolume(id string) using {
	return using{
		endpoints: func(e api.Endpoint) bool { return slices.Contains(e.Volumes(), id) },
		pods:      func(p api.Pod) bool { return p.NetworkVolume.Or(api.NetworkVolume{}).ID == id },
	}
}

func usingContainerRegistryAuth(id string) using {
	return using{
		templates: func(t api.Template) bool { return t.ContainerRegistryAuthID.Or("") == id },
		endpoints: func(e api.Endpoint) bool { return e.ContainerRegistryAuthID.Or("") == id },
		pods:      func(p api.Pod) bool { return p.ContainerRegistryAuthID.Or("") == id },
	}
}

// ofTemplate lists the users of a template: also workers that were made from it before their endpoint got another.
func (u *users) ofTemplate(ctx context.Context, id string) ([]fleet.User, error) {
	return u.inTheWay(ctx, usingTemplate(id), api.PodFilter{TemplateID: id})
}

// ofNetworkVolume lists the pods and workers that mount a volume. An endpoint without workers does not use the volume
// that it names; if lists have no workers, it may have some.
func (u *users) ofNetworkVolume(ctx context.Context, id string) ([]fleet.User, error) {
	of := usingNetworkVolume(id)
	if u.pods.c.version.ListsWorkers {
		of.endpoints = nil
	}
	return u.inTheWay(ctx, of, api.PodFilter{NetworkVolumeID: id})
}

// ofContainerRegistryAuth lists the users of registry credentials: endpoints only if they have container settings of
// their own.
func (u *users) ofContainerRegistryAuth(ctx context.Context, id string) ([]fleet.User, error) {
	of := usingContainerRegistryAuth(id)
	if !u.endpoints.c.version.HasContainer {
		of.endpoints = nil
	}
	return u.inTheWay(ctx, of, api.PodFilter{})
}

// inTheWay lists the users of an object that cannot be deleted, as they are now. Workers are listed by themselves,
// unless their endpoint is a user: only their endpoint tells whether they stay. Where a list fails, the users in the
// others are returned with the error. A deployment may ignore the filter.
func (u *users) inTheWay(ctx context.Context, of using, filter api.PodFilter) ([]fleet.User, error) {
	var templates []api.Template
	var endpoints []api.Endpoint
	var templatesErr, endpointsErr error
	if of.templates != nil {
		templates, templatesErr = u.templates.ListAll(ctx)
	}
	filter.IncludeWorkers = true
	pods, podsErr := u.pods.List(ctx, filter)
	pods = slices.DeleteFunc(pods, func(p api.Pod) bool { return !of.pods(p) })
	if of.endpoints != nil || slices.ContainsFunc(pods, api.Pod.IsWorker) {
		endpoints, endpointsErr = u.endpoints.ListAll(ctx)
	}
	named := u.endpoints.usersAmong(endpoints, UserEndpoint, of.endpoints)
	pods = slices.DeleteFunc(pods, func(p api.Pod) bool {
		return slices.ContainsFunc(named, func(e fleet.User) bool { return e.ID == p.EndpointID.Or("") })
	})
	found := slices.Concat(named, podUsers(pods, endpoints),
		u.templates.usersAmong(templates, UserTemplate, of.templates))
	return sorted(found), errors.Join(templatesErr, endpointsErr, podsErr)
}

// usedBy returns the objects that use one from lists that readers share: it sends at most one list of each kind, and
// none while these lists are new. A worker counts as its endpoint. After an error the result is nil.
func (u *users) usedBy(ctx context.Context, of using) (found []fleet.User, err error) {
	if of.templates != nil {
		templates, err := u.templates.ReadAll(ctx)
		if err != nil {
			return nil, err
		}
		found = u.templates.usersAmong(templates, UserTemplate, of.templates)
	}
	endpoints, err := u.endpoints.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	pods, err := u.pods.objects.ReadAll(ctx) // With workers.
	if err != nil {
		return nil, err
	}
	through, named := map[string]bool{}, map[string]bool{}
	for _, template := range found {
		named[template.ID] = true
	}
	pods = slices.DeleteFunc(pods, func(p api.Pod) bool { return !of.pods(p) })
	for _, p := range pods {
		through[p.EndpointID.Or("")] = true
	}
	found = append(found, u.endpoints.usersAmong(endpoints, UserEndpoint, func(e api.Endpoint) bool {
		// Over version 1 an endpoint has its template's credentials, and over version 2 its own.
		return of.endpoints(e) || through[e.ID] || named[e.TemplateID.Or("")]
	})...)
	return sorted(append(found, podUsers(slices.DeleteFunc(pods, api.Pod.IsWorker), nil)...)), nil
}

// usersAmong returns those of some objects of the kind that use another one; none if uses is nil.
func (o *objects[F, I, U, T]) usersAmong(all []T, kind string, uses func(T) bool) (found []fleet.User) {
	for _, object := range all {
		if uses != nil && uses(object) {
			found = append(found, fleet.User{Kind: kind, ID: object.Identifier(), Name: o.evidence.Name(object)})
		}
	}
	return found
}

// podUsers tells pods from workers, and workers that stay from those that leave.
func podUsers(pods []api.Pod, endpoints []api.Endpoint) (found []fleet.User) {
	current := map[string]members.Optional[int64]{}
	for _, e := range endpoints {
		current[e.ID] = e.Version
	}
	for _, p := range pods {
		user := fleet.User{Kind: UserPod, ID: p.ID, Name: p.Name.Or(""), OwnerID: p.EndpointID.Or("")}
		if user.OwnerID != "" {
			version, listed := current[user.OwnerID].Get()
			runs, known := p.SLSVersion.Get()
			user.Kind, user.Leaving = UserWorker, !listed || !known || runs < version
		}
		found = append(found, user)
	}
	return found
}

// sorted sorts users by kind, name and ID: a list comes in no particular order, and a message about it should not
// change by itself.
func sorted(users []fleet.User) []fleet.User {
	slices.SortFunc(users, func(a, b fleet.User) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return users
}

// UsedBy implements NetworkVolumes.
func (v *networkVolumes) UsedBy(ctx context.Context, id string) (used []fleet.User, shown bool, err error) {
	used, err = v.users.usedBy(ctx, usingNetworkVolume(id))
	return used, true, err
}

// UsedBy implements Templates. Over version 2 no object shows its template.
func (t *templates) UsedBy(ctx context.Context, id string) (used []fleet.User, shown bool, err error) {
	if shown = !t.keepsContainers; shown {
		used, err = t.users.usedBy(ctx, usingTemplate(id))
	}
	return used, shown, err
}

// UsedBy implements ContainerRegistryAuths.
func (a *containerRegistryAuths) UsedBy(ctx context.Context, id string) (used []fleet.User, shown bool, err error) {
	used, err = a.users.usedBy(ctx, usingContainerRegistryAuth(id))
	return used, true, err
}
