# All endpoints of the account. In a *.tfquery.hcl file:
list "podfleet_endpoint" "all" {
  provider = podfleet
  limit    = 1000
}
