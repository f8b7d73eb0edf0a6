package peerfiles

import "io/fs"

// ownedPrivately reports whether a folder belongs to this user: on Windows the folders that Default returns do.
func ownedPrivately(fs.FileInfo) bool { return true }
