package framework

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// lookTimeout bounds the look for what a create may have made. It runs after the operation's own time may be up.
const lookTimeout = 30 * time.Second

// withLook completes the failure of a create. If its outcome is unknown, list tells what is there now, and that is the
// advice.
func (f Failure) withLook(ctx context.Context, list func(context.Context) ([]Named, error)) Failure {
	if !client.OutcomeUnknown(f.Err) {
		return f
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
	defer cancel()
	all, err := list(ctx)
	f.Advice = f.afterLook(all, err)
	return f
}

// afterLook says what a look for objects of the name found. It repeats nothing and adopts nothing: who knows whose they
// are.
func (f Failure) afterLook(all []Named, err error) string {
	var e *client.Error
	unanswered, absent := errors.As(f.Err, &e) && e.Kind == client.KindNetwork,
		"correct what the service complains of, if it does, and apply again."
	if e != nil && e.Kind == client.KindNoCapacity {
		absent = f.next(e)
	}
	prefix := "The create may or may not have been carried out, and was not repeated. "
	if err != nil {
		return prefix + fmt.Sprintf("Looking for it failed too (%v).\n\nNext: look for %s called %q at the service. "+
			"If it is there, import it; if not, apply again.", err, withArticle(f.Entity), f.Name)
	}
	var ids []string
	for _, n := range all {
		if n.Name == f.Name {
			ids = append(ids, n.ID)
		}
	}
	switch {
	case len(ids) == 0 && unanswered:
		return prefix + fmt.Sprintf("No %s called %q exists now, but it may still be under way.\n\nNext: look for it "+
			"again in a few minutes. If it turns up, import it, or it bills beside the next one; if not, apply again.",
			f.Entity, f.Name)
	case len(ids) == 0:
		return prefix + fmt.Sprintf("No %s called %q exists now.\n\nNext: %s", f.Entity, f.Name, absent)
	case len(ids) == 1:
		return prefix + fmt.Sprintf("There is now %s called %q with id %s.\n\nNext: if it was not there before, "+
			"import it (the import id is %s); if it is somebody else's, choose another name.",
			withArticle(f.Entity), f.Name, ids[0], ids[0])
	default:
		return prefix + fmt.Sprintf("There are now several called %q, with ids %s.\n\nNext: find out which of them "+
			"was not there before, and import that one by its id.", f.Name, strings.Join(ids, ", "))
	}
}
