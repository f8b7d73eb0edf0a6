package client

import (
	"context"
	"errors"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// NetworkVolumes are the network volumes of an account (contract 2.4). A volume is billed from its create on. Delete
// deletes its data.
type NetworkVolumes interface {
	Reader[api.NetworkVolume]
	Creator[api.NetworkVolumeCreate, api.NetworkVolume]
	Updater[api.NetworkVolumeFields, api.NetworkVolume]
	Deleter
	UsedBy
	// DataCenterOf returns the data center of a volume, empty if the account's list does not show the volume. It sends a
	// shared list (see Reader), and none for a volume that an earlier list has shown: its data center cannot change.
	DataCenterOf(ctx context.Context, id string) (string, error)
}

type networkVolumes struct {
	*objects[rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, api.NetworkVolume]
	of     rest.NetworkVolumes
	users  *users
	places sync.Map // data centers, by the ID of a volume
}

func newNetworkVolumes(c *Client, of rest.NetworkVolumes, users *users) *networkVolumes {
	return &networkVolumes{of: of, users: users, objects: newObjects(c, description[
		rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, api.NetworkVolume,
	]{
		of: &of.VolumeKind, evidence: evidenceOfNetworkVolume,
		fields: func(v api.NetworkVolume) api.NetworkVolumeFields { return v.NetworkVolumeFields },
		source: fleet.Source[api.NetworkVolume]{Users: users.ofNetworkVolume, Rejects: of.SaysNotFound},
	})}
}

// Delete implements Deleter. An error that IsGone can be any of the service's forms of a 404.
func (v *networkVolumes) Delete(ctx context.Context, id string) error {
	err := v.Kind.Delete(ctx, id)
	var e *transport.Error
	if errors.As(err, &e) && v.of.SaysNotFound(e) {
		notFound := *e
		notFound.Kind = transport.KindNotFound
		err = v.ConfirmGoneAnew(ctx, &notFound, id)
	}
	return v.creates.Deleted(id, err)
}

// DataCenterOf implements NetworkVolumes.
func (v *networkVolumes) DataCenterOf(ctx context.Context, id string) (string, error) {
	if _, known := v.places.Load(id); !known {
		all, err := v.ReadAll(ctx)
		if err != nil {
			return "", err
		}
		for _, one := range all {
			v.places.Store(one.ID, one.DataCenterID.Or(""))
		}
	}
	place, _ := v.places.Load(id)
	text, _ := place.(string)
	return text, nil
}

// evidenceOfNetworkVolume says how a create recognizes its volume (contract 2.4, contract-v2 6). Over version 1 no
// create has a type.
var evidenceOfNetworkVolume = creates.Evidence[api.NetworkVolumeCreate, api.NetworkVolume]{
	Name: func(v api.NetworkVolume) string { return v.Name.Or("") },
	Identity: creates.Identity[api.NetworkVolumeCreate, api.NetworkVolume]{
		"name": func(in api.NetworkVolumeCreate, v api.NetworkVolume) creates.Equality {
			return creates.AsSent(in.Name.Or(""), v.Name)
		},
		"size": func(in api.NetworkVolumeCreate, v api.NetworkVolume) creates.Equality {
			return creates.AsSent(in.Size.Or(0), v.Size)
		},
		"dataCenterId": func(in api.NetworkVolumeCreate, v api.NetworkVolume) creates.Equality {
			return creates.AsSent(in.DataCenterID, v.DataCenterID)
		},
		"type": func(in api.NetworkVolumeCreate, v api.NetworkVolume) creates.Equality {
			return creates.AsSentIfAny(in.Type, v.Type)
		},
	},
}
