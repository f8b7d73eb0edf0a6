package acctest

import (
	"fmt"
	"testing"
)

// About half of the cases run over each version, a case always over the same one, and the variable fixes it.
func TestTurn(t *testing.T) {
	t.Parallel()
	const all = 200
	over := map[int]int{}
	for i := range all {
		name := fmt.Sprintf("TestAccThing_case/%d", i)
		version := turn(name, "")
		over[version]++
		if turn(name, "") != version || turn(name, "1") != 1 || turn(name, "2") != 2 || turn(name, "3") != 0 {
			t.Error(name)
		}
	}
	if over[1]+over[2] != all || over[1] < all/3 || over[2] < all/3 {
		t.Errorf("cases by version: %v", over)
	}
}
