package simulation_test

import (
	"fmt"
	"maps"
	"math/rand/v2"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// The types of resources that are configured.
const (
	loginType    = "podfleet_container_registry_auth"
	volumeType   = "podfleet_network_volume"
	templateType = "podfleet_template"
	endpointType = "podfleet_endpoint"
	podType      = "podfleet_pod"
	jobType      = "podfleet_job"
)

// planner makes configurations of objects that resemble each other.
type planner struct {
	rng *rand.Rand
	// block is the provider block that they belong to: names that have to be unique begin with it.
	block string
	made  int
	all   []acctest.Resource
	// version is that of the management interface, and august says that it is the one of August 2026.
	version int
	august  bool
}

func (p *planner) add(typeName string, config acctest.Values) acctest.Ref {
	p.made++
	address := fmt.Sprintf("%s.x%d", typeName, p.made)
	p.all = append(p.all, acctest.Resource{Address: address, Config: config})
	return acctest.Ref{Address: address, Attribute: "id"}
}

// grow adds blocks.
func (p *planner) grow(n int) {
	for range n {
		switch p.rng.IntN(8) {
		case 0:
			p.addVolumes()
		case 1:
			p.addLogin()
		case 2:
			p.addTemplate(false)
		case 3:
			p.addEndpoint()
		case 4:
			p.addGate()
		default:
			p.addPods()
		}
	}
}

// addVolumes adds volumes of one name: equal ones, or in other places.
func (p *planner) addVolumes() {
	for range 1 + p.rng.IntN(3) {
		p.add(volumeType, acctest.Values{"name": "data", "size": pick(p.rng, 10, 10, 20),
			"data_center_id": pick(p.rng, "EU-RO-1", "EU-SE-1")})
	}
}

func (p *planner) addLogin() acctest.Ref {
	return p.add(loginType, acctest.Values{"name": fmt.Sprint(p.block, "-hub-", p.made),
		"username": pick(p.rng, "ci", "cd"), "password": "one"})
}

func (p *planner) addTemplate(serverless bool) acctest.Ref {
	config := acctest.Values{"name": fmt.Sprint(p.block, "-base-", p.made), "image_name": pick(p.rng, "img:1", "img:2")}
	if serverless {
		config["is_serverless"], config["image_name"] = true, pick(p.rng, "emulator/echo", "emulator/fail", "emulator/sleep")
	}
	if chance(p.rng, 0.3) {
		config["container_registry_auth_id"] = p.addLogin()
	}
	return p.add(templateType, config)
}

func (p *planner) addEndpoint() acctest.Ref {
	template := p.addTemplate(true)
	var first acctest.Ref
	wishes := acctest.Values{}
	if chance(p.rng, 0.3) {
		wishes["gpu_type_ids"] = []string{"NVIDIA L4", "NVIDIA A40"}
	}
	if chance(p.rng, 0.3) {
		wishes["data_center_ids"] = []string{"US-KS-2", "EU-RO-1"}
	}
	if chance(p.rng, 0.2) {
		wishes["network_volume_id"] = p.add(volumeType, acctest.Values{"name": "models", "size": 10,
			"data_center_id": "EU-RO-1"})
	}
	for i := range 1 + p.rng.IntN(2) {
		config := acctest.Values{"name": "serve", "template_id": template, "workers_max": pick(p.rng, 1, 1, 2),
			"scaler_type": "REQUEST_COUNT", "scaler_value": 1}
		maps.Copy(config, wishes)
		if one := p.add(endpointType, config); i == 0 {
			first = one
		}
	}
	return first
}

// addPods adds pods of one name: equal ones, or such as differ in what is not shown.
func (p *planner) addPods() {
	config := acctest.Values{"image_name": "img:1"}
	if chance(p.rng, 0.9) {
		config["name"] = "desk"
	}
	if chance(p.rng, 0.3) {
		delete(config, "image_name")
		config["template_id"] = p.addTemplate(false)
	}
	if chance(p.rng, 0.3) {
		config["compute_type"] = "CPU"
	}
	for range 1 + p.rng.IntN(3) {
		one := acctest.Values{}
		for name, value := range config {
			one[name] = value
		}
		if chance(p.rng, 0.5) {
			one["cloud_type"] = pick(p.rng, "SECURE", "COMMUNITY")
		}
		if chance(p.rng, 0.2) {
			one["min_ram_per_gpu"] = pick(p.rng, 8, 9)
			if one["compute_type"] == "CPU" || p.version == 2 && p.august {
				delete(one, "min_ram_per_gpu")
			}
		}
		p.add(podType, one)
	}
}

// addGate adds a job, and a pod that is only to be there if the job ended well; or a pod that follows on another one.
func (p *planner) addGate() {
	var gate acctest.Ref
	if chance(p.rng, 0.7) {
		gate = p.add(jobType, acctest.Values{"endpoint_id": p.addEndpoint(),
			"input": pick(p.rng, `{"ms":1500}`, `{"ms":40000}`), "mode": pick(p.rng, "async", "sync")})
	} else {
		gate = p.add(podType, acctest.Values{"name": "first", "image_name": "img:1"})
	}
	p.add(podType, acctest.Values{"name": "behind", "image_name": "img:1", "env": map[string]any{"GATE": gate}})
}

// change changes some of it: in place, to another object, or by one more or less.
func (p *planner) change() {
	for i := range p.all {
		if !chance(p.rng, 0.3) {
			continue
		}
		config := acctest.Values{}
		for name, value := range p.all[i].Config {
			config[name] = value
		}
		switch p.all[i].Type() {
		case volumeType:
			if size, ok := config["size"].(int); ok {
				config["size"] = size + 10
			}
		case podType:
			config["container_disk_in_gb"] = 60
			count := map[bool]string{true: "vcpu_count", false: "gpu_count"}[config["compute_type"] == "CPU"]
			if chance(p.rng, 0.5) {
				config[count] = 4
			}
		case loginType:
			config["username"] = "changed"
			config["name"] = fmt.Sprint(config["name"], "-changed")
		case endpointType:
			config["idle_timeout"] = 30
			if chance(p.rng, 0.5) {
				config["name"] = "served"
			}
		}
		p.all[i].Config = config
	}
	p.grow(p.rng.IntN(2))
}
