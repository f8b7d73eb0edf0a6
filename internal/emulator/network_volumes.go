package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// The operations of contract 2.4. A network volume is answered as it is stored.

func (s *Server) findNetworkVolume(r *wire.Request) (account.NetworkVolume, error) {
	return s.account.NetworkVolumes.Find(r.PathValue("networkVolumeId"))
}

func (s *Server) findNetworkVolumeToDelete(r *wire.Request) (account.NetworkVolume, error) {
	return s.account.NetworkVolumeToDelete(r.PathValue("networkVolumeId"))
}

func (s *Server) listNetworkVolumes(*wire.Request) (any, error) {
	return s.account.NetworkVolumes.All(), nil
}

func (s *Server) createNetworkVolume(r *wire.Request) (any, error) {
	in, err := wire.DecodeBody[account.NetworkVolumeCreate](r)
	if err != nil {
		return nil, err
	}
	v, err := s.account.CreateNetworkVolume(in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (s *Server) getNetworkVolume(_ *wire.Request, v account.NetworkVolume) (any, error) {
	return v, nil
}

func (s *Server) updateNetworkVolume(r *wire.Request, v account.NetworkVolume) (any, error) {
	in, err := wire.DecodeBody[account.NetworkVolumeUpdate](r)
	if err != nil {
		return nil, err
	}
	v, err = s.account.UpdateNetworkVolume(v.ID, in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (s *Server) deleteNetworkVolume(_ *wire.Request, v account.NetworkVolume) (any, error) {
	return nil, s.account.DeleteNetworkVolume(v.ID, s.clock.Now())
}
