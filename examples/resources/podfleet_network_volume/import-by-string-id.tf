import {
  to = podfleet_network_volume.example
  id = "agv6w2qcg7" # or "name:speech-weights", if only one has that name
}
