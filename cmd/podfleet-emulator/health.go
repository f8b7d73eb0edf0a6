package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// health asks the emulator at an address of this machine whether it serves: the image has no other program that could.
// The page of the console needs no token.
func health(ctx context.Context, address string) error {
	host, port, err := net.SplitHostPort(address)
	switch {
	case err != nil:
		return usageError{err}
	case port == "0":
		return usageError{errors.New("health needs the port of the emulator: set --listen")}
	case host == "" || net.ParseIP(host).IsUnspecified():
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	url := "http://" + net.JoinHostPort(host, port) + "/_emulator/console/"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return usageError{err}
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("it does not serve: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s returns %s", url, response.Status)
	}
	return nil
}
