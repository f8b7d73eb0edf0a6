# By the service's id.
terraform import podfleet_endpoint.example jpnw0v75y3qoql

# By name, where only one endpoint has it.
terraform import podfleet_endpoint.example name:transcriber
