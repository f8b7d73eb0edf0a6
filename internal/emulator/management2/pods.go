package management2

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// podHandlers are the operations of contract-v2 8.
func podHandlers() map[string]handler {
	find := func(c *call) (account.Pod, error) { return c.account.FindPod(c.id()) }
	return map[string]handler{
		"ListPods":  always(listPods),
		"CreatePod": creates((*account.Account).AddPod, podOf),
		"GetPod":    shows(find, podOf),
		"UpdatePod": changes(find, (*account.Account).ChangePod, podOf),
		"DeletePod": deletes(find, (*account.Account).DeletePod),
		podAction:   on(find, actOnPod),
	}
}

func listPods(c *call) (any, error) {
	return page(c, "pods", c.account.ListOwnPods(c.now), c.account.Pods.Number, podOf)
}

func actOnPod(c *call, p account.Pod) (any, error) {
	body, err := c.body()
	if err != nil {
		return nil, err
	}
	action := body.Text("action")
	p, err = c.account.ActOnPod(p, action, c.now)
	if err != nil || action == account.ActionTerminate {
		return nil, err
	}
	return podOf(c, p), nil
}
