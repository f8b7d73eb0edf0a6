output "execution_timeout_ms" {
  value = provider::podfleet::duration_ms("2h30m") # 9000000
}
