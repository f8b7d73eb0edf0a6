# By ID.
terraform import podfleet_pod.example b7x2m9q4k1c8d0

# By name, if it is the only one with that name.
terraform import podfleet_pod.example name:trainer
