package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// NetworkVolume is storage in one data center that outlives what mounts it (contract 2.4).
type NetworkVolume struct {
	ID           string
	Name         Optional[string]
	Size         Optional[int64] // GB
	DataCenterID Optional[string]
}

// NetworkVolumeCreate is what a volume is made of; all of it is required.
type NetworkVolumeCreate struct {
	Name         string
	Size         int64 // GB, 1 to 4000
	DataCenterID string
}

// NetworkVolumeUpdate is what to change of a volume; what is absent stays.
type NetworkVolumeUpdate struct {
	Name Optional[string]
	Size Optional[int64] // GB; a volume only grows
}

// IsEmpty reports whether there is nothing to change. Such an update must not be sent.
func (u NetworkVolumeUpdate) IsEmpty() bool { return u == NetworkVolumeUpdate{} }

// CreateNetworkVolume makes a volume. It bills from then on.
func (c *Client) CreateNetworkVolume(ctx context.Context, in NetworkVolumeCreate) (NetworkVolume, error) {
	w, err := doOne[networkVolumeWire](ctx, c, request{
		operation: "CreateNetworkVolume", method: http.MethodPost, path: []string{"networkvolumes"}, body: networkVolumeCreateWire(in),
	}, "")
	return NetworkVolume(w), err
}

// GetNetworkVolume returns a volume.
func (c *Client) GetNetworkVolume(ctx context.Context, id string) (NetworkVolume, error) {
	w, err := c.getNetworkVolume(ctx, id)
	return NetworkVolume(w), err
}

// ListNetworkVolumes returns the account's volumes, in no particular order.
func (c *Client) ListNetworkVolumes(ctx context.Context) ([]NetworkVolume, error) {
	ws, err := doList[networkVolumeWire](ctx, c, request{
		operation: "ListNetworkVolumes", method: http.MethodGet, path: []string{"networkvolumes"},
	})
	all := make([]NetworkVolume, len(ws))
	for i, w := range ws {
		all[i] = NetworkVolume(w)
	}
	return all, err
}

// UpdateNetworkVolume changes a volume and returns it.
func (c *Client) UpdateNetworkVolume(ctx context.Context, id string, change NetworkVolumeUpdate) (NetworkVolume, error) {
	w, err := update[networkVolumeWire, NetworkVolumeUpdate]{
		operation: "UpdateNetworkVolume", collection: "networkvolumes",
		get:  c.getNetworkVolume,
		wire: func(u NetworkVolumeUpdate) any { return networkVolumeUpdateWire(u) },
		left: func(u NetworkVolumeUpdate, w networkVolumeWire) NetworkVolumeUpdate {
			return NetworkVolumeUpdate{Name: u.Name.unless(w.Name), Size: u.Size.unless(w.Size)}
		},
	}.send(ctx, c, id, change)
	return NetworkVolume(w), err
}

// DeleteNetworkVolume deletes a volume and all that is on it, and waits until
// ctx ends for pods and workers to let go of it, unless it finds some that will
// not: see InUseError. IsGone says that it was gone already, in either of the
// service's spellings of that.
func (c *Client) DeleteNetworkVolume(ctx context.Context, id string) error {
	err := c.whileInUse(ctx, id, c.usersOfNetworkVolume, func(ctx context.Context) error {
		return doNothing(ctx, c, request{operation: "DeleteNetworkVolume", method: http.MethodDelete, path: []string{"networkvolumes", id}})
	})
	var e *Error
	if errors.As(err, &e) && e.Status == http.StatusInternalServerError && strings.Contains(e.Message, "nonexistent") {
		notFound := *e
		notFound.Kind = KindNotFound
		err = &notFound
	}
	return confirmGone(ctx, err, id, c.networkVolumeIDs)
}

func (c *Client) getNetworkVolume(ctx context.Context, id string) (networkVolumeWire, error) {
	return doOne[networkVolumeWire](ctx, c, request{
		operation: "GetNetworkVolume", method: http.MethodGet, path: []string{"networkvolumes", id},
	}, id)
}

type networkVolumeCreateWire struct {
	Name         string `json:"name"`
	Size         int64  `json:"size"`
	DataCenterID string `json:"dataCenterId"`
}

type networkVolumeUpdateWire struct {
	Name Optional[string] `json:"name,omitzero"`
	Size Optional[int64]  `json:"size,omitzero"`
}

type networkVolumeWire struct {
	ID           string           `json:"id"`
	Name         Optional[string] `json:"name"`
	Size         Optional[int64]  `json:"size"`
	DataCenterID Optional[string] `json:"dataCenterId"`
}

func (w networkVolumeWire) identifier() string { return w.ID }

// UnmarshalJSON drops what is empty and no value.
func (w *networkVolumeWire) UnmarshalJSON(data []byte) error {
	type plain networkVolumeWire
	if err := json.Unmarshal(data, (*plain)(w)); err != nil {
		return err
	}
	emptyIsAbsent(&w.Name, &w.DataCenterID)
	return nil
}
