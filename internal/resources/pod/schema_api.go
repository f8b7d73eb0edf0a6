package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// The attributes that only the service sets, by what changes them: see plannedUpdate.setComputed.
var (
	// stable never changes while the pod exists.
	stable = []string{"id", "created_at", "consumer_user_id", "volume_encrypted"}
	// volatileOnReset can change with a reset.
	volatileOnReset = []string{"public_ip", "port_mappings", "last_started_at", "last_status_change", "status", "ssh"}
	// volatileOnMove can change with a start, which can take another machine, and with a stop, which leaves the
	// machine.
	volatileOnMove = []string{"machine_id", "machine", "gpu", "cpu_flavor_id", "memory_in_gb", "cost_per_hr",
		"adjusted_cost_per_hr"}
)

// apiAttributes returns the attributes that only the service sets.
func apiAttributes() map[string]schema.Attribute {
	text := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: description}
	}
	number := func(description string) schema.Int64Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
	}
	dollars := func(description string) schema.Float64Attribute {
		return schema.Float64Attribute{Computed: true, MarkdownDescription: description + ", in USD."}
	}
	flag := func(description string) schema.BoolAttribute {
		return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
	}
	access := func(description string) schema.SingleNestedAttribute {
		return schema.SingleNestedAttribute{
			Computed: true, MarkdownDescription: description,
			Attributes: map[string]schema.Attribute{
				"host": text("Host name or address."), "port": number("Port."), "username": text("Name of the user."),
				"command": text("Command line of an SSH client."),
			},
		}
	}
	return map[string]schema.Attribute{
		"id":               text("The service's id of the pod."),
		"created_at":       text("When the pod was created, as the service writes it."),
		"consumer_user_id": text("Id of the user the pod belongs to."),
		"volume_encrypted": flag("Whether the pod's volume is encrypted."),
		"public_ip": text("Public address of the pod. Null until the pod is ready, while it is stopped, and " +
			"where its machine has none to give."),
		"port_mappings": schema.MapAttribute{
			ElementType: types.Int64Type, Computed: true,
			MarkdownDescription: "Public port of each exposed tcp port, by its number alone, such as " +
				"`port_mappings[\"22\"]`. Null until the pod is ready, and while it is stopped.",
		},
		"last_started_at":    text("When the pod was started last, as the service writes it."),
		"last_status_change": text("What happened to the pod last, as the service writes it."),
		"machine_id":         text("Id of the machine the pod runs on."),
		"cpu_flavor_id":      text("Kind of CPU that a CPU pod got."),
		"memory_in_gb": schema.Float64Attribute{Computed: true,
			MarkdownDescription: "Memory of the pod in GB. It can have a fraction."},
		"cost_per_hr":          dollars("What the pod costs an hour"),
		"adjusted_cost_per_hr": dollars("What the pod costs an hour after savings plans"),
		"status": text("Present state of the pod, while `desired_status` is the wanted one: `PROVISIONING`, `STARTING`, " +
			"`RUNNING`, `EXITED` or `ERROR`. **Version 2 only**; null over version 1."),
		"ssh": schema.SingleNestedAttribute{
			Computed: true,
			MarkdownDescription: "How to reach the running pod by SSH, with a key of the account: see `start_ssh`. **Version " +
				"2 only**; null over version 1.",
			Attributes: map[string]schema.Attribute{
				"proxy": access("Through the service's proxy. Null while it is not available."),
				"direct": access("Directly, at the pod's public IP. Needs `22/tcp` in `ports`. Null while it is not " +
					"available."),
			},
		},
		"machine": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The machine the pod runs on.",
			Attributes: map[string]schema.Attribute{
				"data_center_id":    text("Data center the machine is in."),
				"gpu_type_id":       text("Kind of GPU of the machine."),
				"location":          text("Country the machine is in."),
				"cost_per_hr":       dollars("What the machine costs an hour"),
				"secure_cloud":      flag("Whether the machine is in one of the service's own data centers."),
				"support_public_ip": flag("Whether the machine has a public address to give."),
			},
		},
		"gpu": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The GPUs the pod got, and what one of them costs. A CPU pod has none.",
			Attributes: map[string]schema.Attribute{
				"id":                   text("Kind of GPU."),
				"count":                number("Number of GPUs."),
				"display_name":         text("What people call this kind."),
				"secure_price":         dollars("Price of an hour in the service's own data centers"),
				"community_price":      dollars("Price of an hour on other people's machines"),
				"one_week_price":       dollars("Price of an hour if a week is paid for"),
				"one_month_price":      dollars("Price of an hour if a month is paid for"),
				"three_month_price":    dollars("Price of an hour if three months are paid for"),
				"six_month_price":      dollars("Price of an hour if six months are paid for"),
				"community_spot_price": dollars("Price of an interruptible hour on other people's machines"),
				"secure_spot_price":    dollars("Price of an interruptible hour in the service's own data centers"),
			},
		},
	}
}
