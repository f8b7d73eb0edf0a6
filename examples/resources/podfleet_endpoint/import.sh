# By ID.
terraform import podfleet_endpoint.example jpnw0v75y3qoql

# By name, if it is the only one with that name.
terraform import podfleet_endpoint.example name:transcriber
