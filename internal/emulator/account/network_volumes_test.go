package account_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

func TestNetworkVolume(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	v := e.volume(t, 10, "EU-RO-1")
	if v.ID == "" || v.Name != "v" || v.Size != 10 || v.DataCenterID != "EU-RO-1" {
		t.Errorf("%+v", v)
	}
	grown, err := e.ChangeNetworkVolume(v.ID, nil, ptr(11), e.Now())
	if err != nil || grown.Size != 11 || grown.Name != "v" {
		t.Errorf("%+v, %v", grown, err)
	}
	_, err = e.ChangeNetworkVolume(v.ID, nil, ptr(9), e.Now())
	refused(t, "shrink", err, account.Invalid, "size must not be less than the current 11 GB, not 9")
	_, err = e.ChangeNetworkVolume("x", nil, nil, e.Now())
	refused(t, "unknown", err, account.NotFound, "network volume not found")

	// A stopped pod has its volume still.
	p := e.pod(t, account.PodCreate{NetworkVolumeID: &v.ID})
	if _, err := e.StopPod(p.ID, e.Now()); err != nil {
		t.Fatal(err)
	}
	refused(t, "in use", e.DeleteNetworkVolume(v.ID, e.Now()), account.Conflict,
		"you must remove this network volume from all pods before deleting it")
	if err := e.DeletePod(p.ID, e.Now()); err != nil {
		t.Fatal(err)
	}
	if err := e.DeleteNetworkVolume(v.ID, e.Now()); err != nil {
		t.Error(err)
	}
	refused(t, "gone", e.DeleteNetworkVolume(v.ID, e.Now()), account.Conflict, "network volume is nonexistent")
	_, err = e.NetworkVolumeToDelete(v.ID)
	refused(t, "gone", err, account.Conflict, "network volume is nonexistent")
}

func TestNetworkVolume_shrinks(t *testing.T) {
	t.Parallel()
	e := start(account.Config{AllowVolumeShrink: true})
	v := e.volume(t, 10, "EU-RO-1")
	v, err := e.ChangeNetworkVolume(v.ID, nil, ptr(9), e.Now())
	if err != nil || v.Size != 9 {
		t.Errorf("%+v, %v", v, err)
	}
}
