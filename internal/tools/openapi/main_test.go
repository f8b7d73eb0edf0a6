package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// What the service answers is what the contract's YAML says.
func TestServed(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "..", "..", "api")
	for name := range documents {
		want, err := served(folder, name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(folder, "served", name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("api/served/%s is not what its YAML says: run make generate (%v)", name, err)
		}
	}
}
