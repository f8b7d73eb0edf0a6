package pluginserver

import "time"

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
