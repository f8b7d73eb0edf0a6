//go:build !windows

package statefile

import (
	"os"
	"syscall"
)

// lockFile takes a lock that ends with the process, however that ends.
func lockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // A person names it.
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close() // Nothing was written to it.
		return nil, err
	}
	return file, nil
}
