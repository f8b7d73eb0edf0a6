package emulator

import "slices"

// networkVolume is a network volume as it is stored and answered: exactly these four members (contract 2.4).
type networkVolume struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Size         int    `json:"size"`
	DataCenterID string `json:"dataCenterId"`
}

// A create leaves nothing out, so the size and place of a fresh one only serve PutObject.
func newNetworkVolume(id string) networkVolume {
	return networkVolume{ID: id, Size: minVolumeSize, DataCenterID: dataCenters()[0]}
}

func (v networkVolume) key() (id, name string) { return v.ID, v.Name }

func (v networkVolume) holds() []reference { return nil }

// The size of a volume in GB.
const (
	minVolumeSize = 1
	maxVolumeSize = 4000
)

type networkVolumeUpdate struct {
	Name *string `json:"name"`
	Size *int    `json:"size"`
}

type networkVolumeCreate struct {
	networkVolumeUpdate
	DataCenterID *string `json:"dataCenterId"`
}

func (in networkVolumeUpdate) check() error {
	return firstOf(
		notEmpty("name", in.Name),
		between("size", in.Size, minVolumeSize, maxVolumeSize),
	)
}

func (in networkVolumeCreate) check() error {
	return firstOf(
		required("name", in.Name),
		required("size", in.Size),
		required("dataCenterId", in.DataCenterID),
		in.networkVolumeUpdate.check(),
	)
}

// networkVolumeExists is the rule of whoever refers to one; the empty id stands for none.
func (s *Server) networkVolumeExists(member string, id *string) error {
	if id == nil || *id == "" {
		return nil
	}
	return s.networkVolumesExist(member, one(id))
}

// networkVolumesExist is the same for a list, in which nothing stands for none.
func (s *Server) networkVolumesExist(member string, ids *[]string) error {
	if ids == nil {
		return nil
	}
	for _, id := range *ids {
		if _, err := s.networkVolumes.find(id); err != nil {
			return badRequest("%s %q does not exist", member, id)
		}
	}
	return nil
}

func (s *Server) findNetworkVolume(c *call) (networkVolume, error) {
	return s.networkVolumes.find(c.request.PathValue("networkVolumeId"))
}

// findNetworkVolumeToDelete answers 500 for a missing volume, where GET answers 404.
func (s *Server) findNetworkVolumeToDelete(c *call) (networkVolume, error) {
	v, err := s.findNetworkVolume(c)
	if err != nil {
		return v, ruleBroken("network volume is nonexistent")
	}
	return v, nil
}

func (s *Server) listNetworkVolumes(*call) (any, error) {
	return s.networkVolumes.all(func(networkVolume) bool { return true }), nil
}

func (s *Server) createNetworkVolume(c *call) (any, error) {
	in, err := decodeBody[networkVolumeCreate](c)
	if err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	if !slices.Contains(dataCenters(), *in.DataCenterID) {
		return nil, ruleBroken("data center %q does not exist", *in.DataCenterID)
	}
	v := networkVolume{
		ID:           s.networkVolumes.vacant(s.ids.networkVolume),
		Name:         *in.Name,
		Size:         *in.Size,
		DataCenterID: *in.DataCenterID,
	}
	s.networkVolumes.save(v)
	return v, nil
}

func (s *Server) getNetworkVolume(_ *call, v networkVolume) (any, error) { return v, nil }

func (s *Server) updateNetworkVolume(c *call, v networkVolume) (any, error) {
	in, err := decodeBody[networkVolumeUpdate](c)
	if err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	if in.Size != nil && *in.Size < v.Size && !s.options.AllowVolumeShrink {
		return nil, badRequest("size must not be less than the current %d GB, not %d", v.Size, *in.Size)
	}
	set(&v.Name, in.Name)
	set(&v.Size, in.Size)
	s.networkVolumes.save(v)
	return v, nil
}

func (s *Server) deleteNetworkVolume(_ *call, v networkVolume) (any, error) {
	if s.inUse(reference{kindNetworkVolumes, v.ID}) {
		return nil, ruleBroken("you must remove this network volume from all pods before deleting it")
	}
	s.networkVolumes.remove(v.ID)
	return nil, nil
}
