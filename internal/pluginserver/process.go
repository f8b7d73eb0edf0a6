package pluginserver

import (
	"runtime/debug"
	"strings"
	"time"
)

// loggers are the variables by which the loggers of protocol, framework and provider find their levels. A logger whose
// variable is not set logs everything: the CLI reads all of it and, unless the user asked for logs, drops it.
var loggers = []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER"}

// disableLogs switches all loggers off, unless any variable in the environment is about logs: then nothing changes. The
// CLI's TF_LOG reaches the provider too.
func disableLogs(environment []string, setenv func(name, value string) error) error {
	for _, variable := range environment {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "TF_LOG") && value != "" {
			return nil
		}
	}
	for _, name := range loggers {
		if err := setenv(name, "OFF"); err != nil {
			return err
		}
	}
	return nil
}

const (
	// lazyPercent has the garbage collector run when the heap is four times what was in use. At five times, a plan of
	// 1,000 objects takes 82 MB and not 64, in the same time.
	lazyPercent = 300
	// softLimit, in bytes, brings it back to its usual pace if much memory is in use, as with lists of many thousands.
	softLimit = 256 << 20
)

// tuneCollector makes the garbage collector lazier than it is by default, for a process that lives for seconds. Who
// sets GOGC or GOMEMLIMIT has the last word.
func tuneCollector(lookup func(name string) (string, bool)) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if value, _ := lookup(name); value != "" {
			return
		}
	}
	debug.SetGCPercent(lazyPercent)
	debug.SetMemoryLimit(softLimit)
}

const (
	// parentInterval is the time between two looks at the process of the CLI.
	parentInterval = time.Second
	// parentGrace is the time that calls under way have to end, once the CLI is gone. They are cancelled by then, because
	// the connection is gone.
	parentGrace = 2 * time.Second
)

// exitWithParent returns at once, and ends the process when the one that has started it is gone. The CLI stops its
// providers, but not if it is killed; a provider that logs then dies of writing to a closed pipe, and one that is quiet
// would stay for ever. parent is os.Getppid, whose answer changes when the parent ends; on systems where it does not,
// nothing happens. It is to be called before the provider says that it is there: a CLI that is gone by then is noticed
// by that.
func exitWithParent(parent func() int, sleep func(time.Duration), exit func()) {
	started := parent() // Not in the goroutine, which may not run before the parent is gone.
	go func() {
		for parent() == started {
			sleep(parentInterval)
		}
		sleep(parentGrace)
		exit()
	}()
}
