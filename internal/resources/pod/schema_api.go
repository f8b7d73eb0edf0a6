package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// The attributes that only the service sets, by what changes them: see plannedUpdate.setComputed.
var (
	// stable never changes while the pod exists.
	stable = []string{"id", "created_at", "consumer_user_id", "volume_encrypted"}
	// volatileOnReset can change with a reset.
	volatileOnReset = []string{"public_ip", "port_mappings", "last_started_at", "last_status_change", "status", "ssh"}
	// volatileOnNetworking can change with global_networking, and with a reset.
	volatileOnNetworking = []string{"global_networking_ip"}
	// namesOnNetworking can change with global_networking, and with a start or a stop, but not with a reset: a name that
	// other pods have in their variables stays known, or the plan would reset them too.
	namesOnNetworking = []string{"internal_dns"}
	// volatileOnMove can change with a start, which can take another machine, and with a stop, which leaves the
	// machine.
	volatileOnMove = []string{"machine_id", "machine", "gpu", "cpu_flavor_id", "memory_in_gb", "cost_per_hr",
		"adjusted_cost_per_hr", "cuda_version"}
)

// apiAttributes returns the attributes that only the service sets.
func apiAttributes() map[string]schema.Attribute {
	text, number, flag := attribute.Computed.String, attribute.Computed.Int64, attribute.Computed.Bool
	dollars := func(description string) schema.Float64Attribute {
		return attribute.Computed.Float64(description + ", in USD.")
	}
	access := func(description string) schema.SingleNestedAttribute {
		return attribute.Computed.Object(description, attribute.Attributes{
			"host": text("Host name or IP."), "port": number("Port."), "username": text("Name of the user."),
			"command": text("Command line of an SSH client."),
		})
	}
	return map[string]schema.Attribute{
		"id":               text("ID of the pod."),
		"created_at":       text("Creation time, in the format that the service returns."),
		"consumer_user_id": text("ID of the user that owns the pod."),
		"volume_encrypted": flag("Whether the pod's volume is encrypted."),
		"public_ip": text("Public IP of the pod. A start may change it. Null until the pod is ready, while it is " +
			"stopped, and if its machine has no public IP."),
		"port_mappings": schema.MapAttribute{
			ElementType: types.Int64Type, Computed: true,
			MarkdownDescription: "Public port of each exposed TCP port, by the number of the exposed port, such as " +
				"`port_mappings[\"22\"]`. A start, restart or reset may change the public ports. Null until the pod is " +
				"ready, and while it is stopped.",
		},
		"last_started_at":      text("Time of the last start, in the format that the service returns."),
		"last_status_change":   text("Last event of the pod, in the words of the service."),
		"machine_id":           text("ID of the machine that the pod runs on."),
		"cpu_flavor_id":        text("CPU flavor of a CPU pod."),
		"memory_in_gb":         attribute.Computed.Float64("Memory of the pod in GB, possibly with a fraction."),
		"cost_per_hr":          dollars("Price of the pod for an hour"),
		"adjusted_cost_per_hr": dollars("Price of the pod for an hour, after savings plans"),
		"status": text("Present status of the pod: `PROVISIONING`, `STARTING`, `RUNNING`, `EXITED` or `ERROR`. " +
			"`desired_status` is the intended status. **Version 2 only**; null over version 1."),
		"ssh": attribute.Computed.Object("SSH access to the running pod. Its variable `PUBLIC_KEY` has the keys: your own "+
			"from `env`, or those of the account with `start_ssh`. **Version 2 only**: over version 1, the whole object is "+
			"null. Read its members with `try`.", attribute.Attributes{
			"proxy": access("Access through the service's proxy. The API does not document its keys. Null if not available."),
			"direct": access("Access to the pod's own SSH server at its public IP. Requires `22/tcp` in `ports`. Null if not " +
				"available."),
		}),
		"global_networking_ip": text("IP of the pod in the service's own network. Null without `global_networking`, and " +
			"over version 1. **Version 2 only**."),
		"internal_dns": text("Host name of the pod in the service's own network, such as `9x2m4k7q1v0z5p.internal`, for " +
			"the account's other pods. Null without `global_networking`, and over version 1. **Version 2 only**."),
		"cuda_version": text("CUDA version of the machine. Null if the service does not know it, and over version 1. " +
			"**Version 2 only**."),
		"machine": attribute.Computed.Object("Machine that the pod runs on.", attribute.Attributes{
			"data_center_id":    text("Data center of the machine."),
			"gpu_type_id":       text("GPU type of the machine."),
			"location":          text("Country of the machine."),
			"cost_per_hr":       dollars("Price of the machine for an hour"),
			"secure_cloud":      flag("Whether the machine is in one of the service's own data centers."),
			"support_public_ip": flag("Whether the machine can have a public IP."),
		}),
		"gpu": attribute.Computed.Object("GPUs of the pod, with their price. Null for a CPU pod.", attribute.Attributes{
			"id":                   text("ID of the GPU type."),
			"count":                number("Number of GPUs."),
			"display_name":         text("Display name of the GPU type."),
			"secure_price":         dollars("Price for an hour in the service's own data centers"),
			"community_price":      dollars("Price for an hour on machines of the community"),
			"one_week_price":       dollars("Price for an hour, if a week is paid in advance"),
			"one_month_price":      dollars("Price for an hour, if a month is paid in advance"),
			"three_month_price":    dollars("Price for an hour, if three months are paid in advance"),
			"six_month_price":      dollars("Price for an hour, if six months are paid in advance"),
			"community_spot_price": dollars("Price for an interruptible hour on machines of the community"),
			"secure_spot_price":    dollars("Price for an interruptible hour in the service's own data centers"),
		}),
	}
}
