package management2

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// networkVolumeHandlers are the operations of contract-v2 6.
func networkVolumeHandlers() map[string]handler {
	find := func(c *call) (account.NetworkVolume, error) { return c.account.NetworkVolumes.Find(c.id()) }
	return map[string]handler{
		"ListNetworkVolumes": lists("networkVolumes",
			func(c *call) []account.NetworkVolume { return c.account.NetworkVolumes.Listed(c.now) }, networkVolumeOf),
		"CreateNetworkVolume": creates(func(c *call, in networkVolume) (account.NetworkVolume, error) {
			return c.account.AddNetworkVolume(account.NetworkVolume{
				NetworkVolumeMembers: account.NetworkVolumeMembers{Name: in.Name, Size: in.Size, DataCenterID: in.DataCenter},
				Type:                 in.Type,
			}, c.now)
		}, networkVolumeOf),
		"GetNetworkVolume": shows(find, networkVolumeOf),
		"UpdateNetworkVolume": changes(find,
			func(c *call, v account.NetworkVolume, in account.NetworkVolumeUpdate) (account.NetworkVolume, error) {
				return c.account.ChangeNetworkVolume(v.ID, in.Name, in.Size, c.now)
			}, networkVolumeOf),
		"DeleteNetworkVolume": deletes(find, func(c *call, v account.NetworkVolume) error {
			return c.account.DeleteNetworkVolume(v.ID, c.now)
		}),
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

func networkVolumeOf(_ *call, v account.NetworkVolume) any {
	return networkVolume{v.ID, v.Name, v.Size, v.DataCenterID, v.Type}
}
