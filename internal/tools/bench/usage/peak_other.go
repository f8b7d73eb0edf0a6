//go:build !unix

package usage

import "os"

func peak(*os.ProcessState) int64 { return 0 }
