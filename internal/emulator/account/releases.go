package account

import (
	"reflect"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// Release is a version of an endpoint, with the changes that made it (contract-v2 5.5).
type Release struct {
	Version   int             `json:"version"`
	CreatedAt string          `json:"createdAt"`
	Changes   []ReleaseChange `json:"changes,omitempty"`
}

// ReleaseChange is a changed field of an endpoint, or of its template. Values of env can be secrets.
type ReleaseChange struct {
	Field string `json:"field"`
	Old   any    `json:"old"`
	New   any    `json:"new"`
}

// maxReleases bounds the releases that an endpoint keeps: their changes have whole environments.
const maxReleases = 100

// release gives an endpoint its next version, at once or after Config.RolloutLag. The caller stores the endpoint.
func (a *Account) release(e *Endpoint, changes []ReleaseChange, at time.Time) {
	if a.config.RolloutLag == 0 {
		a.rollOut(e, changes, at)
		return
	}
	text, _ := jsontext.Encode(changes) // They are settings of objects, which are JSON.
	a.clock.At(at.Add(a.config.RolloutLag), clock.Timer{Kind: timerRelease, ID: e.ID, Detail: string(text)})
}

func (a *Account) rollOut(e *Endpoint, changes []ReleaseChange, at time.Time) {
	kept := a.Releases(*e)
	e.Version++
	kept = append(kept, Release{e.Version, endpointTimestamp(at), changes})
	a.releases[e.ID] = kept[max(0, len(kept)-maxReleases):]
}

// Releases returns the releases of an endpoint, oldest first. The last one is that of its present version, which a
// create or direct access has set.
func (a *Account) Releases(e Endpoint) []Release {
	all := slices.Clone(a.releases[e.ID])
	if len(all) == 0 || all[len(all)-1].Version != e.Version {
		all = append(all, Release{Version: e.Version, CreatedAt: e.CreatedAt})
	}
	return all
}

// changesOf returns the changes between two states of an endpoint that its workers show.
func changesOf(before, after Endpoint) []ReleaseChange {
	return changed([]ReleaseChange{
		{"allowedCudaVersions", before.AllowedCudaVersions, after.AllowedCudaVersions},
		{"cpuFlavorIds", before.CPUFlavorIDs, after.CPUFlavorIDs},
		{"gpuCount", before.GpuCount, after.GpuCount},
		{"gpuTypeIds", before.GpuTypeIDs, after.GpuTypeIDs},
		{"locations", sorted(before.DataCenterIDs), sorted(after.DataCenterIDs)},
		{"minCudaVersion", before.MinCudaVersion, after.MinCudaVersion},
		{"networkVolumeIds", sorted(before.Volumes()), sorted(after.Volumes())},
		{"vcpuCount", before.VcpuCount, after.VcpuCount},
	})
}

// sorted returns a set in order; never nil, which is null in an answer.
func sorted(set []string) []string {
	list := append([]string{}, set...)
	slices.Sort(list)
	return list
}

// changesOfSettings returns the changes between the settings of two templates, or of one at two moments.
func changesOfSettings(before, after Settings) []ReleaseChange {
	return changed([]ReleaseChange{
		{"template.containerDiskInGb", before.Disk, after.Disk},
		{"template.containerRegistryAuthId", before.Registry, after.Registry},
		{"template.dockerEntrypoint", before.Entrypoint, after.Entrypoint},
		{"template.dockerStartCmd", before.Cmd, after.Cmd},
		{"template.env", before.Env, after.Env},
		{"template.imageName", before.Image, after.Image},
		{"template.ports", before.Ports, after.Ports},
	})
}

func changed(all []ReleaseChange) []ReleaseChange {
	return slices.DeleteFunc(all, func(c ReleaseChange) bool { return same(c.Old, c.New) })
}

// same reports whether two values are equal. No list or map is the same as an empty one.
func same(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	switch x.Kind() {
	case reflect.Slice, reflect.Map:
		return x.Len() == 0 && y.Len() == 0 || reflect.DeepEqual(a, b)
	default:
		return a == b
	}
}

// settingsOf returns the container settings of an endpoint; none if its template is gone.
func (a *Account) settingsOf(e Endpoint) Settings {
	t, err := a.Templates.Find(e.TemplateID)
	if err != nil {
		return Settings{}
	}
	return t.Settings
}
