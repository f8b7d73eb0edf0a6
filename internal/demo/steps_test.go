package demo_test

// step is one command of the CLI: the text before it, the actions before it, and its expected outcome. An empty field
// expects nothing, except that the demo does not check the objects of the account if leaves is nil.
type step struct {
	says   string      // What happens next, in plain words.
	before func(*demo) // What changes first: a variable, or the account behind the CLI's back.
	args   []string    // The command.
	exit   int         // Its exit status.
	shows  []string    // What its output must hold.
	writes []string    // What reaches the service but reads, sorted; of an update, its fields.
	leaves objects     // What is in the account afterwards.
	after  func(*demo) // What else must be true then.
}

// objects counts the objects of an account, by the kind's name in the emulator's state. It counts neither finished jobs
// nor workers: only the service deletes those.
type objects map[string]int

var everything = objects{"containerRegistryAuths": 1, "endpoints": 1, "networkVolumes": 1, "pods": 1, "templates": 1}

// Exit status 2 of such a plan means changes, and 0 none.
var (
	plan  = []string{"plan", "-input=false", "-detailed-exitcode"}
	apply = []string{"apply", "-input=false", "-auto-approve"}
)

var steps = []step{
	{
		says:  "Install the provider that was just built. It comes from a folder: nothing is downloaded.",
		args:  []string{"init", "-input=false"},
		shows: []string{"has been successfully initialized"},
	},
	{
		says:   "See what would be created. Asking costs nothing: the account is not touched.",
		args:   plan,
		exit:   2,
		shows:  []string{"6 to add, 0 to change, 0 to destroy"},
		leaves: objects{},
	},
	{
		says: "Create it: credentials of an image registry, a network volume, a template for serverless workers, " +
			"an endpoint, a pod, and a job that tests the endpoint. One request each; the pod is waited for until it " +
			"has an address, and the job until a worker has done it: its output is shown at the end.",
		args:  apply,
		shows: []string{"6 added, 0 changed, 0 destroyed", "ssh root@", "smoke_test = {", "1.4.0"},
		writes: []string{"CreateContainerRegistryAuth", "CreateEndpoint", "CreateNetworkVolume", "CreatePod",
			"CreateTemplate", "RunJob"},
		leaves: everything,
		after:  secretReachedTheService,
	},
	{
		says: "Plan again. The objects match the configuration, down to every default of the service, so the plan " +
			"is empty. The job is done, and is neither run nor asked about again.",
		args:   plan,
		shows:  []string{"No changes"},
		leaves: everything,
	},
	{
		says: "Release a new image: the variable image_tag goes from 1.4.0 to 1.5.0. The template changes in " +
			"place, by one request with that field alone; a warning names the endpoint whose workers it rolls. And " +
			"the new release is tested, by a new job.",
		before: setVariable("image_tag", "1.5.0"),
		args:   apply,
		shows: []string{"1 to add, 1 to change, 1 to destroy", "1 added, 1 changed, 1 destroyed", ":1.4.0", ":1.5.0",
			"Rolling update of the template's endpoints", "smoke_test = {"},
		writes: []string{"RunJob", "UpdateTemplate(imageName)"},
		leaves: everything,
	},
	{
		says: "Somebody edits the template by hand: 5 GB of disk will do, and an environment variable more. A plan " +
			"shows both as drift; what the environment holds it does not tell.",
		before: editTemplate(map[string]any{"containerDiskInGb": 5, "env": map[string]any{"LOG_LEVEL": "info",
			"MAX_BATCH": "8", "WEIGHTS_CACHE": "/weights", "HUB_TOKEN": "overwritten", "DEBUG": "1"}}),
		args:   plan,
		exit:   2,
		shows:  []string{"0 to add, 1 to change, 0 to destroy", "~ container_disk_in_gb", "~ env "},
		leaves: everything,
	},
	{
		says: "Repair it. The secret among the environment variables, which the state does not know, is sent " +
			"again with the others.",
		args:   apply,
		shows:  []string{"0 added, 1 changed, 0 destroyed"},
		writes: []string{"UpdateTemplate(containerDiskInGb, env)"},
		leaves: everything,
		after:  secretReachedTheService,
	},
	{
		says:   "The repair is complete: nothing is left to do.",
		args:   plan,
		shows:  []string{"No changes"},
		leaves: everything,
	},
	{
		says:   "Now the other way round: an object that nobody manages. Forget the volume; it goes on existing.",
		args:   []string{"state", "rm", "podfleet_network_volume.weights"},
		shows:  []string{"Removed podfleet_network_volume.weights"},
		leaves: everything,
	},
	{
		says:   "Import it as one would something made by hand, by its name.",
		args:   []string{"import", "-input=false", "podfleet_network_volume.weights", "name:speech-weights"},
		shows:  []string{"Import successful"},
		leaves: everything,
	},
	{
		says:   "What was imported plans empty: every attribute was read back, and nothing would be replaced.",
		args:   plan,
		shows:  []string{"No changes"},
		leaves: everything,
	},
	{
		says: "Move to version 2 of the management interface: rest_url ends in /v2 from here on, and nothing else " +
			"changes. The plan is empty: every object is what the configuration says, and none is replaced.",
		before: useVersion2,
		args:   plan,
		shows:  []string{"No changes"},
		leaves: everything,
	},
	{
		says: "Destroy it all over version 2, each object before those that it uses. Warnings say what is lost. The " +
			"endpoint was created over version 1, where it shares its template; the provider gives it a copy first, " +
			"because version 2 deletes an endpoint with its template. The job has ended, and the service deletes it.",
		args:  []string{"destroy", "-input=false", "-auto-approve"},
		shows: []string{"Destroy complete! Resources: 6 destroyed", "The data on its container disk"},
		writes: []string{"DeleteContainerRegistryAuth", "DeleteEndpoint", "DeleteNetworkVolume", "DeletePod",
			"DeleteTemplate", "UpdateEndpoint(gpu, templateId)"},
		leaves: objects{},
	},
}
