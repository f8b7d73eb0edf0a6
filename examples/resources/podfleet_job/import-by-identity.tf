import {
  to = podfleet_job.example
  identity = {
    endpoint_id = "jpnw0v75y3qoql"
    id          = "c80ffee4-f315-4e25-a146-0f3d98cf024b-eu1"
  }
}
