# All registry credentials. A generated block needs username, password_wo and
# password_wo_version before it plans. In a *.tfquery.hcl file:
list "podfleet_container_registry_auth" "all" {
  provider = podfleet
  limit    = 1000
}
