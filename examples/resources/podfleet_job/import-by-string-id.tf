import {
  to = podfleet_job.example
  id = "jpnw0v75y3qoql/c80ffee4-f315-4e25-a146-0f3d98cf024b-eu1"
}
