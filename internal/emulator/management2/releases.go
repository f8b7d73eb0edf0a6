package management2

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// release is a release of an endpoint on the wire.
type release struct {
	ID              string          `json:"id"`
	Version         int             `json:"version"`
	Source          string          `json:"source"`
	BuildID         *string         `json:"buildId"` // nil: no build made it
	CreatedByUserID string          `json:"createdByUserId"`
	WorkerCount     int             `json:"workerCount"`
	CreatedAt       string          `json:"createdAt"`
	Diff            []releaseChange `json:"diff"`
}

type releaseChange struct {
	Field string `json:"field"`
	Old   any    `json:"old"`
	New   any    `json:"new"`
}

// rollout is the progress of an endpoint's workers to its present version.
type rollout struct {
	InProgress      bool    `json:"inProgress"`
	WorkersOnLatest int     `json:"workersOnLatest"`
	WorkersTotal    int     `json:"workersTotal"`
	PercentOnLatest float64 `json:"percentOnLatest"` // 0 to 100
}

// sourceManual is the source of releases that no build made. The emulator has no builds.
const sourceManual = "MANUAL"

// listReleases serves contract-v2 5.5.
func listReleases(c *call, e account.Endpoint) (any, error) {
	workers, total := c.account.Rollout(e)
	latest := workers[e.Version]
	all := c.account.Releases(e)
	// Direct access can set an earlier version, so numbers are places and not versions.
	places := map[int]int{}
	for i, r := range all {
		places[r.Version] = i + 1
	}
	list, err := page(c, "releases", all,
		func(r account.Release) int { return places[r.Version] },
		func(_ *call, r account.Release) any { return releaseOf(e, r, workers[r.Version]) })
	if err != nil {
		return nil, err
	}
	list["endpointVersion"] = e.Version
	now := rollout{InProgress: latest < total, WorkersOnLatest: latest, WorkersTotal: total}
	if total > 0 {
		now.PercentOnLatest = 100 * float64(latest) / float64(total)
	}
	list["rollout"] = now
	return list, nil
}

func releaseOf(e account.Endpoint, r account.Release, workers int) release {
	shown := release{
		ID: account.ReleaseID(e.ID, r), Version: r.Version, Source: sourceManual, CreatedByUserID: account.ReleaseUser,
		WorkerCount: workers, CreatedAt: r.CreatedAt, Diff: []releaseChange{},
	}
	for _, change := range r.Changes {
		shown.Diff = append(shown.Diff, releaseChange(change))
	}
	return shown
}
