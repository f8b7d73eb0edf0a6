# A pod without a GPU.
resource "podfleet_pod" "cpu" {
  name           = "indexer"
  image_name     = "registry.example.com/team/indexer:2.0.1"
  compute_type   = "CPU"
  cpu_flavor_ids = ["cpu3c", "cpu3g"]
  vcpu_count     = 4
}
