package simulation_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// create is one create of a kind: what is sent, and how.
type create struct {
	kind, name string
	body       []byte
	// like is a create that differs from this one in a member that no answer shows, or shows elsewhere.
	like func() create
	send func(context.Context, *client.Client) reply
}

// reply is the result that a create returned.
type reply struct {
	id    string
	found bool // after its create had failed
	err   error
	// said is everything that the caller could tell a person, ids included.
	said string
}

// creating is a kind of objects of a client.
type creating[I, T any] interface {
	Create(context.Context, I) (creates.Created[T], error)
}

func newCreate[I, T any](
	kind, name string, in I, like func() create, of func(*client.Client) creating[I, T], id func(T) string,
) create {
	body, err := json.Marshal(in)
	if err != nil {
		panic(err)
	}
	return create{kind: kind, name: name, body: body, like: like,
		send: func(ctx context.Context, c *client.Client) reply {
			created, err := of(c).Create(ctx, in)
			r := reply{id: id(created.Object), found: created.Failure != nil, err: err}
			var none T
			created.Object = none
			if err != nil {
				r.id = ""
			}
			r.said = spell(created) + spell(err)
			if failed := (*creates.Error)(nil); errors.As(err, &failed) {
				r.said += spell(failed) // After other candidates of a pod, the error is in another one.
			}
			return r
		}}
}

func spell(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text) + fmt.Sprint(value)
}

// stock has the objects that creates refer to.
type stock struct{ podTemplates, serverless, volumes []string }

// creator makes creates that resemble each other: few names, few values.
type creator struct {
	rng     *rand.Rand
	version int
	stock
	made int
}

// any is a create of any kind.
func (c *creator) any() create {
	c.made++
	switch c.rng.IntN(6) {
	case 0, 1:
		return c.pod()
	case 2:
		return c.volume()
	case 3:
		return c.endpoint()
	case 4:
		return c.login()
	default:
		return c.template()
	}
}

// some is a value, or mostly none.
func some[T any](rng *rand.Rand, p float64, of ...T) members.Optional[T] {
	if chance(rng, p) {
		return members.Some(pick(rng, of...))
	}
	return members.Optional[T]{}
}

func (c *creator) pod() create {
	in := api.PodCreate{}
	in.Name = some(c.rng, 0.9, "desk", "desk", "gpu")
	if chance(c.rng, 0.3) {
		in.TemplateID = members.Some(pick(c.rng, c.podTemplates...))
	} else {
		in.ImageName = some(c.rng, 1, "img:1", "img:1", "img:2")
	}
	if chance(c.rng, 0.3) {
		in.ComputeType, in.VCPUCount = members.Some("CPU"), some[int64](c.rng, 0.5, 2, 4)
	} else {
		in.GPUCount = some[int64](c.rng, 0.5, 1, 2)
		in.GPUTypeIDs = some(c.rng, 0.3, []string{"NVIDIA A40"}, []string{"NVIDIA A40", "NVIDIA L4"})
	}
	in.CloudType = some(c.rng, 0.5, "SECURE", "COMMUNITY")
	in.Env = some(c.rng, 0.3, map[string]string{"A": "1"}, map[string]string{"A": "2"})
	if in.NetworkVolumeID = some(c.rng, 0.15, c.volumes...); in.CloudType.Or("") == "COMMUNITY" {
		in.NetworkVolumeID = members.Optional[string]{} // No network volumes in this cloud.
	}
	in.ContainerDiskInGB = some[int64](c.rng, 0.2, 20, 40)
	in.MinRAMPerGPU = some[int64](c.rng, 0.2, 8, 16)
	in.SupportPublicIP = some(c.rng, 0.2, true, false)
	in.GlobalNetworking = some(c.rng, 0.1, true)
	return c.podOf(in)
}

func (c *creator) podOf(in api.PodCreate) create {
	like := func() create {
		switch c.rng.IntN(4) {
		case 0, 1:
			in.NetworkVolumeID = members.Optional[string]{}
			in.CloudType = members.Some(map[string]string{"COMMUNITY": "SECURE"}[in.CloudType.Or("")])
			if in.CloudType.Or("") == "" {
				in.CloudType = members.Some("COMMUNITY")
			}
		case 2:
			in.MinRAMPerGPU = members.Some(in.MinRAMPerGPU.Or(8) + 1)
		default:
			in.SupportPublicIP = members.Some(!in.SupportPublicIP.Or(false))
		}
		return c.podOf(in)
	}
	return newCreate(emulator.KindPods, in.Name.Or(""), in, like,
		func(c *client.Client) creating[api.PodCreate, api.Pod] { return c.Pods },
		func(p api.Pod) string { return p.ID })
}

func (c *creator) volume() create {
	in := api.NetworkVolumeCreate{DataCenterID: pick(c.rng, "EU-RO-1", "EU-RO-1", "EU-SE-1", "EU-CZ-1")}
	in.Name, in.Size = some(c.rng, 1, "data", "data", "more"), some[int64](c.rng, 1, 10, 10, 20)
	return c.volumeOf(in)
}

func (c *creator) volumeOf(in api.NetworkVolumeCreate) create {
	like := func() create {
		in.DataCenterID = map[string]string{"EU-RO-1": "EU-SE-1"}[in.DataCenterID]
		if in.DataCenterID == "" {
			in.DataCenterID = "EU-RO-1"
		}
		return c.volumeOf(in)
	}
	return newCreate(emulator.KindNetworkVolumes, in.Name.Or(""), in, like,
		func(c *client.Client) creating[api.NetworkVolumeCreate, api.NetworkVolume] { return c.NetworkVolumes },
		func(v api.NetworkVolume) string { return v.ID })
}

func (c *creator) endpoint() create {
	in := api.EndpointCreate{}
	in.Name, in.TemplateID = some(c.rng, 0.9, "serve", "serve", "chat"), some(c.rng, 1, c.serverless...)
	if c.version == 2 && in.Name.IsZero() {
		in.Name = members.Some("serve") // Version 2 needs one.
	}
	in.WorkersMax = some[int64](c.rng, 0.5, 1, 2)
	in.Flashboot = some(c.rng, 0.3, true, false)
	if chance(c.rng, 0.3) {
		in.ComputeType, in.VCPUCount = members.Some("CPU"), some[int64](c.rng, 0.5, 2, 4)
	} else {
		in.GPUTypeIDs = some(c.rng, 0.5, []string{"NVIDIA A40"}, []string{"NVIDIA L4"})
	}
	return c.endpointOf(in)
}

func (c *creator) endpointOf(in api.EndpointCreate) create {
	like := func() create {
		if in.ComputeType.Or("") == "CPU" {
			in.VCPUCount = members.Some(in.VCPUCount.Or(2) + 2)
		} else {
			in.ComputeType, in.GPUTypeIDs = members.Some("CPU"), members.Optional[[]string]{}
		}
		return c.endpointOf(in)
	}
	return newCreate(emulator.KindEndpoints, in.Name.Or(""), in, like,
		func(c *client.Client) creating[api.EndpointCreate, api.Endpoint] { return c.Endpoints },
		func(e api.Endpoint) string { return e.ID })
}

func (c *creator) login() create {
	in := api.ContainerRegistryAuthCreate{Name: c.uniqueName("hub"), Username: pick(c.rng, "ci", "cd"),
		Password: pick(c.rng, "one", "two")}
	return c.loginOf(in)
}

func (c *creator) loginOf(in api.ContainerRegistryAuthCreate) create {
	like := func() create {
		c.made++
		in.Name, in.Username = fmt.Sprint("hub-", c.made), in.Username+"x"
		return c.loginOf(in)
	}
	return newCreate(emulator.KindContainerRegistryAuths, in.Name, in, like,
		func(c *client.Client) creating[api.ContainerRegistryAuthCreate, api.ContainerRegistryAuth] {
			return c.ContainerRegistryAuths
		},
		func(a api.ContainerRegistryAuth) string { return a.ID })
}

func (c *creator) template() create {
	in := api.TemplateCreate{IsServerless: some(c.rng, 0.3, true, false)}
	in.Name, in.ImageName = members.Some(c.uniqueName("base")), some(c.rng, 1, "img:1", "img:1", "img:2")
	in.Env = some(c.rng, 0.3, map[string]string{"A": "1"}, map[string]string{"A": "2"})
	in.Readme = some(c.rng, 0.2, "read me")
	return c.templateOf(in)
}

func (c *creator) templateOf(in api.TemplateCreate) create {
	like := func() create {
		c.made++
		in.Name, in.IsServerless = members.Some(fmt.Sprint("base-", c.made)), members.Some(!in.IsServerless.Or(false))
		return c.templateOf(in)
	}
	return newCreate(emulator.KindTemplates, in.Name.Or(""), in, like,
		func(c *client.Client) creating[api.TemplateCreate, api.Template] { return c.Templates },
		func(t api.Template) string { return t.ID })
}

// uniqueName is nearly always one of its own: the service refuses a name that is taken.
func (c *creator) uniqueName(base string) string {
	if chance(c.rng, 0.1) {
		return base
	}
	return fmt.Sprint(base, "-", c.made)
}
