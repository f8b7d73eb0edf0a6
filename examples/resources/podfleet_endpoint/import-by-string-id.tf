import {
  to = podfleet_endpoint.example
  id = "jpnw0v75y3qoql"
}
