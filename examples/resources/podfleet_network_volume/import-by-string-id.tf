import {
  to = podfleet_network_volume.example
  id = "agv6w2qcg7"
}
