import {
  to = podfleet_network_volume.example
  identity = {
    id = "agv6w2qcg7"
  }
}
