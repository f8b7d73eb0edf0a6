# The account's own templates. In a *.tfquery.hcl file:
list "podfleet_template" "own" {
  provider = podfleet
  limit    = 1000
}
