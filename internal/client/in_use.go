package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// The kinds of object that keep another one from being deleted: User.Kind (contract 2.2, 2.4, 2.5).
const (
	UserEndpoint = "endpoint"
	UserPod      = "pod"
	UserTemplate = "template"
	UserWorker   = "worker"
)

// User is an object that uses another one, which can therefore not be deleted.
type User struct {
	Kind string // UserEndpoint, UserPod, UserTemplate or UserWorker
	ID   string
	Name string
	// EndpointID is the endpoint of a worker.
	EndpointID string
	// Leaving marks a worker that ends by itself when its job does: its endpoint is gone, or has another version. It is
	// set as well where that cannot be found out.
	Leaving bool
}

// InUseError is a delete that failed, or ran out of time, because other objects use the object.
type InUseError struct {
	// Users are the objects that were last found to use it: none if no such object is listed, or the lists failed.
	Users []User
	err   error
}

// Error says what the service rejected, and for how long.
func (e *InUseError) Error() string { return e.err.Error() }

// Unwrap returns the last rejection and, if the time was up, the context's error.
func (e *InUseError) Unwrap() error { return e.err }

// Stuck reports whether the object has a user that does not end by itself.
func (e *InUseError) Stuck() bool { return stuck(e.Users) }

func stuck(users []User) bool {
	return slices.ContainsFunc(users, func(u User) bool { return !u.Leaving })
}

// whileInUse repeats a delete for as long as it is rejected because another object needs the object. The service
// rejects it for up to two minutes after the last user is gone (contract 2.2), and the users may be deleted in the same
// run: so the users are listed at the first rejection, and again each time that ConsistencyGrace.Released is over. A
// user that is still listed then does not end by itself, unless it is a worker of an older version of its endpoint, and
// to wait for it would not end. Otherwise the caller's deadline ends the wait.
func (c *Client) whileInUse(
	ctx context.Context, id string,
	users func(context.Context, string) ([]User, error), remove func(context.Context) error,
) error {
	began := time.Now()
	var (
		err       error // of the last delete
		rejection error // the last one for being in use
		looked    time.Time
		found     []User
	)
	ended := c.poll(ctx, func(ctx context.Context) (pollStep, error) {
		err = remove(ctx)
		switch {
		case IsInUse(err):
			rejection = err
		case err == nil || rejection == nil || !errors.Is(err, ctx.Err()):
			return pollDone, err
		}
		if first := looked.IsZero(); first || time.Since(looked) >= c.config.ConsistencyGrace.Released {
			listed, failed := users(ctx, id)
			if looked = time.Now(); failed == nil || len(listed) > 0 {
				found = listed
			}
			if c.config.ObserveUsers != nil && ctx.Err() == nil {
				c.config.ObserveUsers(ctx, id, listed, failed)
			}
			if !first && stuck(listed) {
				return pollDone, &InUseError{found, fmt.Errorf("%w; still so after %s", rejection, secondsSince(began))}
			}
		}
		return pollAgain, rejection
	})
	stopped := (*pollStopped)(nil)
	switch {
	case !errors.As(ended, &stopped):
		return ended
	case rejection == nil:
		return err
	default: // The deadline may have ended the last delete early: the error before it says more.
		return &InUseError{found, fmt.Errorf("%w; still so after %s: %w", rejection, secondsSince(began), stopped.cause)}
	}
}

func secondsSince(t time.Time) time.Duration { return time.Since(t).Round(time.Second) }

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
// volume that it names.
func (c *Client) usersOfNetworkVolume(ctx context.Context, id string) ([]User, error) {
	return c.podUsersWhere(ctx, PodFilter{NetworkVolumeID: id, IncludeWorkers: true}, func(p Pod) bool {
		volume, mounted := p.NetworkVolume.Get()
		return mounted && volume.ID == id
	})
}

// usersOfContainerRegistryAuth lists the templates, pods and workers with a login. Where a list fails, the users in the
// other are returned with the error.
func (c *Client) usersOfContainerRegistryAuth(ctx context.Context, id string) ([]User, error) {
	templates, templatesErr := c.Templates.ListAll(ctx)
	uses := func(p Pod) bool { return p.ContainerRegistryAuthID.Or("") == id }
	pods, podsErr := c.podUsersWhere(ctx, PodFilter{IncludeWorkers: true}, uses)
	return append(templateUsers(templates, id), pods...), errors.Join(templatesErr, podsErr)
}

// templateUsers are the templates with a login.
func templateUsers(templates []Template, auth string) []User {
	var users []User
	for _, t := range templates {
		if t.ContainerRegistryAuthID.Or("") == auth {
			users = append(users, User{Kind: UserTemplate, ID: t.ID, Name: t.Name.Or("")})
		}
	}
	return users
}

// podUsersWhere lists pods, and the endpoints too where workers are among those that uses selects: only an endpoint
// tells whether its worker stays.
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
	// A list comes in no particular order, and a message about it should not change by itself.
	slices.SortFunc(users, func(a, b User) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return users
}
