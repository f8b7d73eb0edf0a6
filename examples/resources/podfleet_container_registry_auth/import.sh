# By ID.
terraform import podfleet_container_registry_auth.example clzdaifot0001l90809257ynb

# By name, which is unique in an account.
terraform import podfleet_container_registry_auth.example name:registry-example-com
