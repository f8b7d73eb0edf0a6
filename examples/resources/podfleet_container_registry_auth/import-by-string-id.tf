import {
  to = podfleet_container_registry_auth.example
  id = "clzdaifot0001l90809257ynb"
}
