# By the service's id.
terraform import podfleet_network_volume.example agv6w2qcg7

# By name, where only one volume has it.
terraform import podfleet_network_volume.example name:speech-weights
