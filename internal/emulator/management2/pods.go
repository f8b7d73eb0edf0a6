package management2

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// podHandlers are the operations of contract-v2 8.
func podHandlers() map[string]handler {
	return map[string]handler{
		"ListPods":  always(listPods),
		"CreatePod": always(createPod),
		"GetPod":    on(findPod, getPod),
		"UpdatePod": on(findPod, updatePod),
		"DeletePod": on(findPod, deletePod),
		podAction:   on(findPod, actOnPod),
	}
}

// podBody is a pod in a request.
type podBody struct {
	Name *string `json:"name"`
	containerBody
	GPU *struct {
		ID                  string    `json:"id"`
		Count               *int      `json:"count"`
		AllowedCudaVersions *[]string `json:"allowedCudaVersions"`
		MinCudaVersion      *string   `json:"minCudaVersion"`
		MinRAMPerGPU        *int      `json:"minRamPerGpu"` // GB
		MinVcpuCountPerGPU  *int      `json:"minVcpuCountPerGpu"`
	} `json:"gpu"`
	CPU           *account.EndpointCPU `json:"cpu"`
	Cloud         *string              `json:"cloud"`
	DataCenterIDs *[]string            `json:"dataCenterIds"`
	Mounts        *struct {
		Persistent *account.Volume         `json:"persistent"`
		Network    *[]account.NetworkMount `json:"network"`
	} `json:"mounts"`
	GlobalNetworking *bool   `json:"globalNetworking"`
	StartSSH         *bool   `json:"startSsh"`
	StartJupyter     *bool   `json:"startJupyter"`
	Locked           *bool   `json:"locked"`
	TemplateID       *string `json:"templateId"`
}

func (b podBody) draft() account.PodDraft {
	draft := account.PodDraft{
		Name: b.Name, Container: b.container(), CPU: b.CPU, Cloud: b.Cloud, DataCenterIDs: b.DataCenterIDs,
		GlobalNetworking: b.GlobalNetworking, StartSSH: b.StartSSH, StartJupyter: b.StartJupyter, Locked: b.Locked,
		TemplateID: b.TemplateID,
	}
	if b.GPU != nil {
		draft.GPU = &account.PodGPU{
			ID: b.GPU.ID, Count: b.GPU.Count, AllowedCudaVersions: b.GPU.AllowedCudaVersions,
			MinCudaVersion: b.GPU.MinCudaVersion, MinRAM: b.GPU.MinRAMPerGPU, MinVCPUs: b.GPU.MinVcpuCountPerGPU,
		}
	}
	if b.Mounts != nil {
		draft.Volume, draft.Network = b.Mounts.Persistent, b.Mounts.Network
	}
	return draft
}

func findPod(c *call) (account.Pod, error) { return c.account.FindPod(c.id()) }

func listPods(c *call) (any, error) {
	return page(c, "pods", c.account.ListOwnPods(c.now),
		func(p account.Pod) int { return c.account.Pods.Number(p.ID) },
		func(p account.Pod) pod { return podOf(c, p) })
}

func createPod(c *call) (any, error) {
	body, err := bodyOf[podBody](c)
	if err != nil {
		return nil, err
	}
	if err := c.fitsWith(body.TemplateID); err != nil {
		return nil, err
	}
	p, err := c.account.AddPod(body.draft(), c.now)
	if err != nil {
		return nil, err
	}
	return podOf(c, p), nil
}

func getPod(c *call, p account.Pod) (any, error) { return podOf(c, p), nil }

func updatePod(c *call, p account.Pod) (any, error) {
	body, err := bodyOf[podBody](c)
	if err != nil {
		return nil, err
	}
	if err := c.fitsWith(body.TemplateID); err != nil {
		return nil, err
	}
	p, err = c.account.ChangePod(p.ID, body.draft(), c.now)
	if err != nil {
		return nil, err
	}
	return podOf(c, p), nil
}

func deletePod(c *call, p account.Pod) (any, error) { return nil, c.account.DeletePod(p.ID, c.now) }

func actOnPod(c *call, p account.Pod) (any, error) {
	body, err := bodyOf[struct {
		Action string `json:"action"`
	}](c)
	if err != nil {
		return nil, err
	}
	p, err = c.account.ActOnPod(p.ID, body.Action, c.now)
	if err != nil || body.Action == account.ActionTerminate {
		return nil, err
	}
	return podOf(c, p), nil
}
