package client

import (
	"net/url"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// An account is a key at a deployment, however its URL is spelled.
func TestAccounts_keys(t *testing.T) {
	t.Parallel()
	accounts := NewAccounts()
	of := func(base, key string) *account {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		return accounts.of(Config{Settings: transport.Settings{RESTURL: u, APIKey: key}})
	}
	one := of("https://one.example.com/v1", "key")
	for _, base := range []string{
		"HTTPS://One.example.com/v1/", "https://one.example.com:443/v1", "https://one.example.com./v1",
		"https://one.example.com//v1",
	} {
		if of(base, "key") != one {
			t.Errorf("%s is another account", base)
		}
	}
	for _, other := range []*account{
		of("https://one.example.com/v1", "KEY"), of("https://two.example.com/v1", "key"),
		of("https://one.example.com/other/v1", "key"), of("http://one.example.com/v1", "key"),
		of("https://one.example.com:444/v1", "key"), of("https://one.example.com/V1", "key"),
	} {
		if other == one {
			t.Error("two accounts are the same")
		}
	}
}
