package management2

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// networkVolumeHandlers are the operations of contract-v2 6.
func networkVolumeHandlers() map[string]handler {
	return map[string]handler{
		"ListNetworkVolumes":  always(listNetworkVolumes),
		"CreateNetworkVolume": always(createNetworkVolume),
		"GetNetworkVolume":    on(findNetworkVolume, getNetworkVolume),
		"UpdateNetworkVolume": on(findNetworkVolume, updateNetworkVolume),
		"DeleteNetworkVolume": on(findNetworkVolume, deleteNetworkVolume),
	}
}

// networkVolume is a network volume on the wire.
type networkVolume struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Size       int    `json:"size"` // GB
	DataCenter string `json:"dataCenter"`
	Type       string `json:"type"`
}

func networkVolumeOf(v account.NetworkVolume) networkVolume {
	return networkVolume{v.ID, v.Name, v.Size, v.DataCenterID, v.Type}
}

func findNetworkVolume(c *call) (account.NetworkVolume, error) {
	return c.account.NetworkVolumes.Find(c.id())
}

func listNetworkVolumes(c *call) (any, error) {
	list := []networkVolume{}
	for _, v := range c.account.NetworkVolumes.Listed(c.now) {
		list = append(list, networkVolumeOf(v))
	}
	return map[string]any{"networkVolumes": list}, nil
}

func createNetworkVolume(c *call) (any, error) {
	body, err := bodyOf[networkVolume](c)
	if err != nil {
		return nil, err
	}
	v, err := c.account.AddNetworkVolume(account.NetworkVolume{
		NetworkVolumeMembers: account.NetworkVolumeMembers{
			Name: body.Name, Size: body.Size, DataCenterID: body.DataCenter,
		},
		Type: body.Type,
	}, c.now)
	if err != nil {
		return nil, err
	}
	return networkVolumeOf(v), nil
}

func getNetworkVolume(_ *call, v account.NetworkVolume) (any, error) { return networkVolumeOf(v), nil }

func updateNetworkVolume(c *call, v account.NetworkVolume) (any, error) {
	body, err := bodyOf[struct {
		Name *string `json:"name"`
		Size *int    `json:"size"`
	}](c)
	if err != nil {
		return nil, err
	}
	v, err = c.account.ChangeNetworkVolume(v.ID, body.Name, body.Size, c.now)
	if err != nil {
		return nil, err
	}
	return networkVolumeOf(v), nil
}

func deleteNetworkVolume(c *call, v account.NetworkVolume) (any, error) {
	return nil, c.account.DeleteNetworkVolume(v.ID, c.now)
}
