# By the endpoint's id and the job's. Nothing is submitted; the input is taken over from the configuration.
terraform import podfleet_job.example jpnw0v75y3qoql/c80ffee4-f315-4e25-a146-0f3d98cf024b-eu1
