# By ID.
terraform import podfleet_network_volume.example agv6w2qcg7

# By name, if it is the only one with that name.
terraform import podfleet_network_volume.example name:speech-weights
