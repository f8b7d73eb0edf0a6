package main

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// A CLI takes what the floor answers, for every kind: it creates, plans nothing afterwards, and destroys. No request
// reaches the service.
func TestAccFloor(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	config := env.Config(`
resource "podfleet_template" "one" {
  name          = "floor"
  image_name    = "registry.example.com/team/floor:1.4.0"
  is_serverless = true
  env           = { A = "1" }
}
resource "podfleet_endpoint" "one" {
  name         = "floor"
  template_id  = podfleet_template.one.id
  gpu_type_ids = ["NVIDIA L40S"]
}
resource "podfleet_pod" "one" {
  image_name = "registry.example.com/team/floor:1.4.0"
}
resource "podfleet_network_volume" "one" {
  name           = "floor"
  size           = 100
  data_center_id = "EU-RO-1"
}
resource "podfleet_container_registry_auth" "one" {
  name     = "floor"
  username = "ci"
  password = "not a secret"
}
`)
	env.RunCase(resource.TestCase{
		ProtoV6ProviderFactories: map[string]func() (tfprotov6.ProviderServer, error){
			"podfleet": func() (tfprotov6.ProviderServer, error) {
				return newFloor(context.Background(), providerserver.NewProtocol6(provider.New("test")())())
			},
		},
		Steps: []resource.TestStep{
			{Config: config},
			{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			}},
		},
	})
	if requests := env.Journal(); len(requests) > 0 {
		t.Errorf("%d requests reached the service", len(requests))
	}
}
