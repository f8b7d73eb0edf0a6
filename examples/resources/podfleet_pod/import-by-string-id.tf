import {
  to = podfleet_pod.example
  id = "b7x2m9q4k1c8d0" # or "name:trainer", if only one has that name
}
