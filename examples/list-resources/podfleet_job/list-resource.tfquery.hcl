# The jobs of an endpoint that have not ended. In a *.tfquery.hcl file:
list "podfleet_job" "open" {
  provider = podfleet
  limit    = 1000

  config {
    endpoint_id = "t1x2y3z4a5b6c7"
    statuses    = ["IN_QUEUE", "IN_PROGRESS"]
  }
}
