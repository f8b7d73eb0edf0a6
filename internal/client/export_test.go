package client

import (
	"context"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// SetNow gives the client another clock for how long answers are held.
func (c *Client) SetNow(now func() time.Time) { c.fleet.Now = now }

// SetTransport has requests answered without a network.
func (c *Client) SetTransport(answering http.RoundTripper) {
	config := c.transportConfig()
	config.WrapTransport = func(http.RoundTripper) http.RoundTripper { return answering }
	c.transport = transport.New(config)
}

// PostTemplate sends a create alone, as any request that is not repeated: nobody looks for what it made.
func (c *Client) PostTemplate(ctx context.Context, in api.TemplateCreate) (api.Template, error) {
	return post[api.Template](ctx, c, "CreateTemplate", "templates", in)
}

// PostNetworkVolume is PostTemplate for a volume.
func (c *Client) PostNetworkVolume(ctx context.Context, in api.NetworkVolumeCreate) (api.NetworkVolume, error) {
	return post[api.NetworkVolume](ctx, c, "CreateNetworkVolume", "networkvolumes", in)
}

func post[T transport.Identified](ctx context.Context, c *Client, operation, collection string, in any) (T, error) {
	r := transport.Request{Operation: operation, Method: http.MethodPost, Path: []string{collection}, Body: in,
		ActsThoughRejected: true}
	return transport.Checked(ctx, c.send, r, transport.IsAbout[T](""))
}

// ShownMembers returns the names of the members of a create that are in its kind's table, and of all others whether the
// object has a member of the same name and type.
func ShownMembers() (inTable, underTheirName, nowhere []string) {
	collectShown(&inTable, &underTheirName, &nowhere, "pod", identityOfPod)
	collectShown(&inTable, &underTheirName, &nowhere, "template", evidenceOfTemplate.Identity)
	collectShown(&inTable, &underTheirName, &nowhere, "endpoint", identityOfEndpoint)
	collectShown(&inTable, &underTheirName, &nowhere, "network volume", evidenceOfNetworkVolume.Identity)
	collectShown(&inTable, &underTheirName, &nowhere, "login", evidenceOfContainerRegistryAuth.Identity)
	return inTable, underTheirName, nowhere
}

func collectShown[I, T any](inTable, underTheirName, nowhere *[]string, kind string, s creates.Identity[I, T]) {
	sent, shown := memberTypes(reflect.TypeFor[I]()), memberTypes(reflect.TypeFor[T]())
	for name, of := range sent {
		switch _, special := s[name]; {
		case special:
			*inTable = append(*inTable, kind+"."+name)
		case shown[name] == of || strings.Contains(shown[name], "["+of+"]"):
			*underTheirName = append(*underTheirName, kind+"."+name)
		default:
			*nowhere = append(*nowhere, kind+"."+name)
		}
	}
}

func memberTypes(of reflect.Type) map[string]string {
	types := map[string]string{}
	for i := range of.NumField() {
		field := of.Field(i)
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
			types[name] = field.Type.String()
		} else if field.Anonymous {
			maps.Copy(types, memberTypes(field.Type))
		}
	}
	return types
}

// Comparisons of objects with creates: the members with another value, and the identifying ones that are not shown.
var (
	PodProof                   = evidenceOfPod.Compare
	TemplateProof              = evidenceOfTemplate.Compare
	EndpointProof              = evidenceOfEndpoint.Compare
	NetworkVolumeProof         = evidenceOfNetworkVolume.Compare
	ContainerRegistryAuthProof = evidenceOfContainerRegistryAuth.Compare
)
