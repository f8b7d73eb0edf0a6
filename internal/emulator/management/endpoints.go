package management

import (
	"maps"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// typeQueue is the one type of endpoints that the emulator has.
const typeQueue = "QUEUE"

// endpointOf returns an endpoint on the wire. It has no container settings if its template is gone.
func endpointOf(c *call, e account.Endpoint) object {
	shown := e.Shown()
	shown["type"], shown["requestUrls"] = typeQueue, c.requestURLs(e.ID)
	if t, err := c.account.Templates.Find(e.TemplateID); err == nil {
		maps.Copy(shown, t.Settings.Shown())
	}
	return shown
}

// requestURLs returns the URLs of an endpoint's queue, at the host that the client called.
func (c *call) requestURLs(id string) object {
	base := "http://" + c.HTTP.Host + besideQueue + "/" + id
	return object{
		"run": base + "/run", "runSync": base + "/runsync", "status": base + "/status/{job_id}",
		"stream": base + "/stream/{job_id}", "cancel": base + "/cancel/{job_id}", "retry": base + "/retry/{job_id}",
		"purgeQueue": base + "/purge-queue", "health": base + "/health",
	}
}
