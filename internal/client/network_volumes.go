package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// NetworkVolume is storage in one data center that outlives what mounts it (contract 2.4). Members that a deployment
// leaves out are absent.
type NetworkVolume struct {
	ID string `json:"id"`
	NetworkVolumeFields
	DataCenterID Optional[string] `json:"dataCenterId"`
}

// NetworkVolumeFields are what can be changed of a volume; what is absent of an update stays.
type NetworkVolumeFields struct {
	Name Optional[string] `json:"name,omitzero"`
	Size Optional[int64]  `json:"size,omitzero"` // GB, 1 to 4000; a volume only grows
}

// NetworkVolumeCreate is what a volume is made of; all of it is required.
type NetworkVolumeCreate struct {
	NetworkVolumeFields
	DataCenterID string `json:"dataCenterId"`
}

// CreateNetworkVolume makes a volume. It bills from then on. Its error is a *CreateError.
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
	return transport.One[NetworkVolume](ctx, c.send, transport.Request{
		Operation: "GetNetworkVolume", Method: http.MethodGet, Path: []string{"networkvolumes", id},
	}, id)
}

// ListNetworkVolumes returns the account's volumes, in no particular order.
func (c *Client) ListNetworkVolumes(ctx context.Context) ([]NetworkVolume, error) {
	all, err := transport.List[NetworkVolume](ctx, c.send, transport.Request{
		Operation: "ListNetworkVolumes", Method: http.MethodGet, Path: []string{"networkvolumes"},
	})
	return observed(c.creators.networkVolumes, all, err)
}

// UpdateNetworkVolume changes a volume and returns it.
func (c *Client) UpdateNetworkVolume(
	ctx context.Context, id string, change NetworkVolumeFields,
) (NetworkVolume, error) {
	return update[NetworkVolume, NetworkVolumeFields]{
		operation: "UpdateNetworkVolume", collection: "networkvolumes", get: c.NetworkVolumes.Get,
		fields: func(v NetworkVolume) NetworkVolumeFields { return v.NetworkVolumeFields },
	}.send(ctx, c, id, change)
}

// DeleteNetworkVolume deletes a volume and all that is on it, and waits until ctx ends for pods and workers to let go
// of it, unless it finds some that will not: see InUseError. IsGone says that it was gone already, in either of the
// service's spellings of that.
func (c *Client) DeleteNetworkVolume(ctx context.Context, id string) error {
	nonexistent := func(e *Error) bool {
		return e.Status == http.StatusInternalServerError && strings.Contains(e.Message, "nonexistent")
	}
	d := deletion[NetworkVolume]{c: c, operation: "DeleteNetworkVolume", collection: "networkvolumes",
		get: c.NetworkVolumes.Get, ids: c.networkVolumeIDs, rejects: nonexistent}
	err := c.whileInUse(ctx, id, c.usersOfNetworkVolume, func(ctx context.Context) error { return d.delete(ctx, id) })
	var e *Error
	if errors.As(err, &e) && nonexistent(e) {
		notFound := *e
		notFound.Kind = KindNotFound
		err = confirmGone(ctx, &notFound, id, d.ids)
	}
	return c.account.claims.networkVolumes.deleted(id, err)
}

// Identifier returns the id; empty if the answer has none.
func (v NetworkVolume) Identifier() string { return v.ID }

// UnmarshalJSON makes members absent whose empty value means none.
func (v *NetworkVolume) UnmarshalJSON(data []byte) error {
	type plain NetworkVolume
	if err := json.Unmarshal(data, (*plain)(v)); err != nil {
		return err
	}
	transport.EmptyIsAbsent(&v.Name, &v.DataCenterID)
	return nil
}
