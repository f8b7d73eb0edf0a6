# Network volumes with "data" in their names. In a *.tfquery.hcl file:
list "podfleet_network_volume" "data" {
  provider = podfleet
  limit    = 1000

  config {
    name_regex = "data"
  }
}
