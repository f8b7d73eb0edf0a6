# By the IDs of the endpoint and the job. An import submits nothing and adopts the configured input.
terraform import podfleet_job.example jpnw0v75y3qoql/c80ffee4-f315-4e25-a146-0f3d98cf024b-eu1
