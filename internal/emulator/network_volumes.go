package emulator

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// The operations of contract 2.4. A network volume is answered as it is stored.

func (s *Server) findNetworkVolume(c *call) (account.NetworkVolume, error) {
	return s.account.NetworkVolumes.Find(c.request.PathValue("networkVolumeId"))
}

func (s *Server) findNetworkVolumeToDelete(c *call) (account.NetworkVolume, error) {
	return s.account.NetworkVolumeToDelete(c.request.PathValue("networkVolumeId"))
}

func (s *Server) listNetworkVolumes(*call) (any, error) {
	return s.account.NetworkVolumes.All(), nil
}

func (s *Server) createNetworkVolume(c *call) (any, error) {
	in, err := decodeBody[account.NetworkVolumeCreate](c)
	if err != nil {
		return nil, err
	}
	v, err := s.account.CreateNetworkVolume(in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (s *Server) getNetworkVolume(_ *call, v account.NetworkVolume) (any, error) { return v, nil }

func (s *Server) updateNetworkVolume(c *call, v account.NetworkVolume) (any, error) {
	in, err := decodeBody[account.NetworkVolumeUpdate](c)
	if err != nil {
		return nil, err
	}
	v, err = s.account.UpdateNetworkVolume(v.ID, in, s.clock.Now())
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (s *Server) deleteNetworkVolume(_ *call, v account.NetworkVolume) (any, error) {
	return nil, s.account.DeleteNetworkVolume(v.ID, s.clock.Now())
}
