package main

import (
	"fmt"
	"io"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// report prints each finding as soon as it has it.
type report struct {
	out io.Writer
	// answers are those that were held against the contract, refusals among them; differing are those in which
	// something differed.
	answers, refusals, unread, differing int
}

// answered prints the differences of an answer, each once, with how often it occurs.
func (r *report) answered(read contracttest.Read, status int, differences []contracttest.Difference) {
	r.answers++
	said := "as in the contract"
	if len(differences) > 0 {
		r.differing++
		said = "differs"
	}
	if status/100 != 2 {
		r.refusals++
		said = fmt.Sprintf("answered %d (%s), %s", status, http.StatusText(status), said)
	}
	r.print("GET %s (%s): %s", read.Path, read.Operation, said)
	occurs := make(map[contracttest.Difference]int)
	var each []contracttest.Difference
	for _, d := range differences {
		if occurs[d]++; occurs[d] == 1 {
			each = append(each, d)
		}
	}
	for _, d := range each {
		where := d.Where
		if where == "" {
			where = "the body"
		}
		times := ""
		if occurs[d] > 1 {
			times = fmt.Sprintf(", %d times", occurs[d])
		}
		r.print("  %s %s%s", where, d.What, times)
	}
}

func (r *report) skipped(read contracttest.Read, reason string) {
	r.unread++
	r.print("GET %s (%s): not read: %s", read.Path, read.Operation, reason)
}

// summary prints the counts and reports whether anything differs.
func (r *report) summary() bool {
	r.print("%d answers, of which %d refuse and %d differ from the contract; %d operations not read", r.answers,
		r.refusals, r.differing, r.unread)
	return r.differing > 0
}

func (r *report) print(format string, args ...any) {
	_, _ = fmt.Fprintf(r.out, format+"\n", args...) // There is nowhere left to report an error.
}
