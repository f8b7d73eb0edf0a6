package management2

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// networkVolumeHandlers are the operations of contract-v2 6.
func networkVolumeHandlers() map[string]handler {
	find := func(c *call) (account.NetworkVolume, error) { return c.account.NetworkVolumes.Find(c.id()) }
	return map[string]handler{
		"ListNetworkVolumes": lists("networkVolumes",
			func(c *call) []account.NetworkVolume { return c.account.NetworkVolumes.Listed(c.now) }, networkVolumeOf),
		"CreateNetworkVolume": creates(createNetworkVolume, networkVolumeOf),
		"GetNetworkVolume":    shows(find, networkVolumeOf),
		"UpdateNetworkVolume": changes(find, (*account.Account).UpdateNetworkVolume, networkVolumeOf),
		"DeleteNetworkVolume": deletes(find, (*account.Account).DeleteNetworkVolume),
	}
}

func createNetworkVolume(a *account.Account, in account.Input, at time.Time) (account.NetworkVolume, error) {
	in["dataCenterId"] = in["dataCenter"]
	return a.CreateNetworkVolume(in, at)
}

func networkVolumeOf(_ *call, v account.NetworkVolume) object {
	return object{"id": v.ID, "name": v.Name, "size": v.Size, "dataCenter": v.DataCenterID, "type": v.Type}
}
