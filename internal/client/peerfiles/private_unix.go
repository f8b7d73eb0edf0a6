//go:build !windows

package peerfiles

import (
	"io/fs"
	"os"
	"syscall"
)

// ownedPrivately reports whether a folder belongs to this user, and other users cannot use it.
func ownedPrivately(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid() && info.Mode().Perm()&0o077 == 0
}
