package usage

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSum_processesRunOneAfterTheOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "usage")
	for _, one := range []Usage{{2 * time.Second, 30 << 20}, {time.Second, 50 << 20}, {time.Millisecond, 20 << 20}} {
		if err := Append(path, one); err != nil {
			t.Fatal(err)
		}
	}
	sum, processes, err := Sum(path)
	if want := (Usage{3001 * time.Millisecond, 50 << 20}); err != nil || sum != want || processes != 3 {
		t.Errorf("got %+v of %d processes, %v; want %+v", sum, processes, err, want)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the file is still there, for the next measurement to add to: %v", err)
	}
}

func TestSum_aLineCutShortIsAnError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "usage")
	if err := os.WriteFile(path, []byte("{\"cpu_ns\":1,\"peak_bytes\":2}\n{\"cpu_ns\":"), 0o600); err != nil {
		t.Fatal(err)
	}
	if sum, _, err := Sum(path); err == nil {
		t.Errorf("got %+v", sum)
	}
}
