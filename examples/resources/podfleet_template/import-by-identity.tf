import {
  to = podfleet_template.example
  identity = {
    id = "k3v9x0q2ab"
  }
}
