import {
  to = podfleet_endpoint.example
  identity = {
    id = "jpnw0v75y3qoql"
  }
}
