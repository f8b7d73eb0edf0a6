import {
  to = podfleet_template.example
  id = "k3v9x0q2ab" # or "name:transcriber", if only one has that name
}
