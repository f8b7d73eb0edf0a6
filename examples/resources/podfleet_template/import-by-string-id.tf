import {
  to = podfleet_template.example
  id = "k3v9x0q2ab"
}
