import {
  to = podfleet_endpoint.example
  id = "jpnw0v75y3qoql" # or "name:transcriber", if only one has that name
}
