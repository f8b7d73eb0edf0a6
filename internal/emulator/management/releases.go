package management

import (
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// listReleases serves contract-v2 5.5. No release is of a build, which the emulator does not have.
func listReleases(c *call, e account.Endpoint) (any, error) {
	workers, counts := c.account.Workers(e.ID), map[int]int{} // by version
	for _, worker := range workers {
		if worker.SlsVersion != nil {
			counts[*worker.SlsVersion]++
		}
	}
	latest, total := counts[e.Version], len(workers)
	all := c.account.Releases(e)
	// Direct access can set an earlier version, so numbers are places and not versions.
	places := map[int]int{}
	for i, r := range all {
		places[r.Version] = i + 1
	}
	list, err := page(c, "releases", all,
		func(r account.Release) int { return places[r.Version] },
		func(_ *call, r account.Release) object {
			return object{
				"id": fmt.Sprintf("%s-%d", e.ID, r.Version), "version": r.Version, "source": "MANUAL", "buildId": nil,
				"createdByUserId": account.UserID, "workerCount": counts[r.Version], "createdAt": r.CreatedAt,
				"diff": r.Changes,
			}
		})
	if err != nil {
		return nil, err
	}
	list["endpointVersion"] = e.Version
	percent := 0.0
	if total > 0 {
		percent = 100 * float64(latest) / float64(total)
	}
	list["rollout"] = object{
		"inProgress": latest < total, "workersOnLatest": latest, "workersTotal": total, "percentOnLatest": percent,
	}
	return list, nil
}
