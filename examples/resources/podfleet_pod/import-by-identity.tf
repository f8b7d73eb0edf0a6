import {
  to = podfleet_pod.example
  identity = {
    id = "b7x2m9q4k1c8d0"
  }
}
