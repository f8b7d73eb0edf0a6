# Each create adds a new random suffix to the name, so that pipelines that share an account can tell their volumes apart.
resource "podfleet_network_volume" "nightly" {
  name_prefix    = "nightly-"
  size           = 20
  data_center_id = "EU-RO-1"

  deletion_protection = false # true: the provider refuses to delete or replace the volume, see Limits
}
