package client

import (
	"context"
	"errors"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// CreateNetworkVolume creates a volume, which is billed from then on. Its error is a *CreateError.
func (c *Client) CreateNetworkVolume(ctx context.Context, in NetworkVolumeCreate) (Created[NetworkVolume], error) {
	return c.creators.networkVolumes.create(ctx, in)
}

// identityOfNetworkVolume has the members that identify a volume (contract 2.4).
var identityOfNetworkVolume = identifying[NetworkVolumeCreate, NetworkVolume]{
	"name": func(in NetworkVolumeCreate, v NetworkVolume) shownAs { return asSent(in.Name.Or(""), v.Name) },
	"size": func(in NetworkVolumeCreate, v NetworkVolume) shownAs { return asSent(in.Size.Or(0), v.Size) },
	"dataCenterId": func(in NetworkVolumeCreate, v NetworkVolume) shownAs {
		return asSent(in.DataCenterID, v.DataCenterID)
	},
}

// GetNetworkVolume returns a volume.
func (c *Client) GetNetworkVolume(ctx context.Context, id string) (NetworkVolume, error) {
	return one[NetworkVolume](ctx, c.send, c.rest.NetworkVolumes(), c.rest.NetworkVolumes().Get(id), id)
}

// ListNetworkVolumes returns the account's volumes, in no particular order.
func (c *Client) ListNetworkVolumes(ctx context.Context) ([]NetworkVolume, error) {
	all, _, err := pages(ctx, c.send, c.rest.NetworkVolumes().List(rest.NoFilter{}), c.rest.NetworkVolumes().ReadList)
	return observed(c.creators.networkVolumes, all, err)
}

// UpdateNetworkVolume changes a volume and returns it.
func (c *Client) UpdateNetworkVolume(
	ctx context.Context, id string, change NetworkVolumeFields,
) (NetworkVolume, error) {
	return update[NetworkVolume, NetworkVolumeFields]{
		of: c.rest.NetworkVolumes(), request: c.rest.NetworkVolumes().Update, get: c.GetNetworkVolume,
		fields: func(v NetworkVolume) NetworkVolumeFields { return v.NetworkVolumeFields },
	}.send(ctx, c, id, change)
}

// DeleteNetworkVolume deletes a volume and its data. While pods or workers use it, the client waits until ctx ends,
// unless one of them uses it permanently: see InUseError. After an error that IsGone, the volume did not exist any
// more.
func (c *Client) DeleteNetworkVolume(ctx context.Context, id string) error {
	saysNotFound := c.rest.NetworkVolumes().SaysNotFound
	d := deletion[NetworkVolume]{c: c, of: c.rest.NetworkVolumes(), get: c.GetNetworkVolume, ids: c.networkVolumeIDs,
		rejects: saysNotFound}
	err := c.whileInUse(ctx, id, c.usersOfNetworkVolume, func(ctx context.Context) error { return d.delete(ctx, id) })
	var e *Error
	if errors.As(err, &e) && saysNotFound(e) {
		notFound := *e
		notFound.Kind = KindNotFound
		err = confirmGone(ctx, &notFound, id, d.ids)
	}
	return c.account.claims.networkVolumes.deleted(id, err)
}
