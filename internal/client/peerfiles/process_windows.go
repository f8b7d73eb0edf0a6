package peerfiles

import (
	"io/fs"
	"os"
)

// ownedPrivately reports whether a folder belongs to this user: on Windows the folders that Default returns do.
func ownedPrivately(fs.FileInfo) bool { return true }

// isRunning reports whether a process runs.
func isRunning(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = process.Release() // A handle that the process cannot release has no effect here.
	return true
}
