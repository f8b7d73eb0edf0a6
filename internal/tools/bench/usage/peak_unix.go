//go:build unix

package usage

import (
	"os"
	"runtime"
	"syscall"
)

func peak(ended *os.ProcessState) int64 {
	used, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	bytes := int64(used.Maxrss) //nolint:unconvert // It has 32 bits on some systems.
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		bytes <<= 10 // They have KB.
	}
	return bytes
}
