import {
  to = podfleet_container_registry_auth.example
  id = "clzdaifot0001l90809257ynb" # or "name:registry-example-com", if only one has that name
}
