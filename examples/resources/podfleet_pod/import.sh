# By the service's id.
terraform import podfleet_pod.example b7x2m9q4k1c8d0

# By name, where no other pod has it.
terraform import podfleet_pod.example name:trainer
