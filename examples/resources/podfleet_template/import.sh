# By ID.
terraform import podfleet_template.example k3v9x0q2ab

# By name, which is unique in an account.
terraform import podfleet_template.example name:transcriber
