# Running pods whose names begin with "train-". In a *.tfquery.hcl file:
list "podfleet_pod" "training" {
  provider = podfleet
  limit    = 1000

  config {
    name_regex     = "^train-"
    desired_status = "RUNNING"
  }
}
