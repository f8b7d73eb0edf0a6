package main

import (
	"context"
	"fmt"
	"net/http"
)

// health asks the emulator at an address of this machine whether it serves: the image has no other program that could.
// The page of the console needs no token.
func health(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/_emulator/console/", nil)
	if err != nil {
		return usageError{err}
	}
	request.Host = "localhost"                                           // The address may be that of all interfaces.
	client := &http.Client{Transport: &http.Transport{}, Timeout: grace} // Never by way of a proxy.
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("it does not serve: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("it returns %s", response.Status)
	}
	return nil
}
