package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// containerOfTemplate returns the settings that a pod gets from its template over version 2 if the create has no image:
// from the last answer that showed the template, else by a GET. Absent: the create has an image, or the client cannot
// read the template.
func (p *pods) containerOfTemplate(ctx context.Context, in api.PodCreate) members.Optional[api.Container] {
	id := in.TemplateID.Or("")
	if !in.ImageName.IsZero() || id == "" {
		return members.Optional[api.Container]{}
	}
	seen, known := p.c.Templates.Seen(id)
	if !known {
		_, _ = p.c.Templates.Get(ctx, id) // The service judges a template that does not exist.
		seen, known = p.c.Templates.Seen(id)
	}
	if !known {
		return members.Optional[api.Container]{}
	}
	return members.Some(seen.Container)
}

// gotFromTemplate compares a pod with a create that leaves the image to its template. Over version 2 no answer shows
// the template, so the pod has to show each setting that the template had when the create was sent, unless the request
// has the setting itself (contract-v2 8.1). The pod can have more variables.
func gotFromTemplate(in api.PodCreate, p api.Pod) creates.Equality {
	wanted, known := in.Container.Get()
	if !known || p.TemplateID.Or("") != "" {
		return creates.AsSent(in.TemplateID.Or(""), p.TemplateID)
	}
	shown := api.Container{
		ImageName:               p.ImageName,
		ContainerDiskInGB:       unlessSent(in.ContainerDiskInGB, p.ContainerDiskInGB),
		ContainerRegistryAuthID: unlessSent(in.ContainerRegistryAuthID, p.ContainerRegistryAuthID),
		Ports:                   unlessSent(in.Ports, p.Ports),
	}
	if in.DockerEntrypoint.IsZero() && in.DockerStartCmd.IsZero() { // A request replaces the command as a whole.
		shown.DockerEntrypoint, shown.DockerStartCmd = p.DockerEntrypoint, p.DockerStartCmd
	}
	_, hasImage := p.ImageName.Get()
	switch {
	case !wanted.Equal(shown) || !hasVariables(wanted, in, p):
		return creates.Other
	case !hasImage:
		return creates.NotShown
	default:
		return creates.Equal
	}
}

// hasVariables reports whether a pod has the variables of its template that the create does not set, if it shows any.
func hasVariables(template api.Container, in api.PodCreate, p api.Pod) bool {
	shown, returned := p.Env.Get()
	for name, value := range template.Env.Or(nil) {
		_, sent := in.Env.Or(nil)[name]
		if got, has := shown[name]; returned && !sent && (!has || got != value) {
			return false
		}
	}
	return true
}

// unlessSent returns a setting that an object shows, absent if the request has it.
func unlessSent[T any](sent, shown members.Optional[T]) members.Optional[T] {
	if !sent.IsZero() {
		return members.Optional[T]{}
	}
	return shown
}
