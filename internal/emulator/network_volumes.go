package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// networkVolumeHandlers are the operations of contract 2.4.
type networkVolumeHandlers struct{ *Server }

func (h networkVolumeHandlers) find(r *wire.Request) (account.NetworkVolume, error) {
	return h.account.NetworkVolumes.Find(r.PathValue("networkVolumeId"))
}

func (h networkVolumeHandlers) findToDelete(r *wire.Request) (account.NetworkVolume, error) {
	return h.account.NetworkVolumeToDelete(r.PathValue("networkVolumeId"))
}

func (h networkVolumeHandlers) list(*wire.Request) (any, error) {
	answers := []account.NetworkVolumeMembers{}
	for _, v := range h.account.NetworkVolumes.Listed(h.clock.Now()) {
		answers = append(answers, v.NetworkVolumeMembers)
	}
	return answers, nil
}

func (h networkVolumeHandlers) shown(v account.NetworkVolume) any { return v.NetworkVolumeMembers }

func (h networkVolumeHandlers) create(in account.NetworkVolumeCreate) (account.NetworkVolume, error) {
	return h.account.CreateNetworkVolume(in, h.clock.Now())
}

func (h networkVolumeHandlers) get(_ *wire.Request, v account.NetworkVolume) (any, error) {
	return h.shown(v), nil
}

func (h networkVolumeHandlers) update(
	v account.NetworkVolume, in account.NetworkVolumeUpdate,
) (account.NetworkVolume, error) {
	return h.account.ChangeNetworkVolume(v.ID, in.Name, in.Size, h.clock.Now())
}

func (h networkVolumeHandlers) delete(_ *wire.Request, v account.NetworkVolume) (any, error) {
	return nil, h.account.DeleteNetworkVolume(v.ID, h.clock.Now())
}
