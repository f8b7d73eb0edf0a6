package framework

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Made returns the object of a create, and adds a warning if the service did not simply answer with it. The name is
// that of the plan.
func (r *EntityResource[T]) Made(created creates.Created[T], name types.String, diags *diag.Diagnostics) T {
	made := r.Entity.Object(created.Object)
	if made.Name == "" {
		made.Name = name.ValueString()
	}
	if r.Client != nil {
		warnOfCreateElsewhere(made, r.Entity.TypeName(TypePrefix), r.Client.OtherAccount(), diags)
	}
	if created.Failure != nil {
		r.warnOfFound(made, created.Failure, created.Others, diags)
	}
	return created.Object
}

// warnOfFound warns that the provider found the object after its create had failed, and says how to check that.
func (r *EntityResource[T]) warnOfFound(
	made Object, failure error, others []creates.FoundObject, diags *diag.Diagnostics,
) {
	mayAppear, notCompared := transport.MayStillAct(failure), ""
	if what := r.Entity.NotCompared; what != "" {
		notCompared = fmt.Sprintf(" The API does not return %s, so the provider could not compare them.", what)
	}
	if len(others) > 0 {
		notCompared += fmt.Sprintf(" Other new objects of this name are not equal: %s.", listFound(others))
	}
	diags.AddWarning(fmt.Sprintf("Found the %s after its create failed", made.InSummary()), fmt.Sprintf(
		"The create of the %s failed, and the provider did not send it again. It found the object with ID %s, which is new "+
			"and has the values of the request, and added it to the state. If another client created an equal object at that "+
			"time, the provider cannot tell the two apart.%s%s A destroy deletes the object in the state.\n\nReason: %s\n\n"+
			"Next: before you destroy or replace it, check that %[2]s is yours. It is another client's if %[6]s prints an "+
			"address in the folder of another configuration, or if the other users of the account know it. In that case, run "+
			"`terraform state rm %[7]s.NAME`, which deletes nothing. Wait %[8]s. Then %[9]sapply again.",
		Object{Entity: r.Entity.Name, Name: made.Name}, made.ID, notCompared, r.anotherMayAppear(mayAppear, made.Name),
		failure, stateQuery(made.ID), r.Entity.TypeName(TypePrefix), WaitBeforeLooking(mayAppear),
		r.Entity.lookFor("another one", made.Name, true)))
}

// anotherMayAppear says, after a time-out, that the object of a request can appear later.
func (r *EntityResource[T]) anotherMayAppear(mayAppear bool, name string) string {
	if !mayAppear {
		return ""
	}
	return fmt.Sprintf(" The service may still carry out the request: another %s may appear later.",
		Object{Entity: r.Entity.Name, Name: name})
}

// WaitBeforeLooking returns the time that a person waits before a look for the result of a request of unknown outcome.
// If the service responded, only its lists can lag: the wait is as long as the client allows for that (LateLook and
// Released of transport.DefaultTimes). If the result may appear later, it can do so even after the client has waited
// that long. The guide Failed requests has the same times.
func WaitBeforeLooking(mayAppear bool) string {
	if mayAppear {
		return "five minutes"
	}
	return "two minutes"
}

// CreateFailed returns the failure of a create. name is the planned name of the object.
func (r *EntityResource[T]) CreateFailed(name types.String, err error) Failure {
	f := Failure{Verb: "create", Entity: r.Entity.Name, Name: name.ValueString(), Err: err}
	var failed *creates.Error
	if !errors.As(err, &failed) {
		return f
	}
	var e *transport.Error
	var other *fleet.OtherAccountError
	switch {
	case errors.As(failed.Look, &other):
		f.Reason, f.Advice = otherAccount, onCreateElsewhere(f.Entity, other)
	case failed.Unknown:
		f.Reason, f.Advice = r.afterUnknown(failed, f)
	case failed.Err == nil && failed.Look != nil:
		f.Reason, f.Advice = "not sent", afterNotSent(failed)
	case failed.Err == nil:
		f.Reason, f.Advice = "an equal object exists", r.afterExists(failed.Found)
	case errors.Is(err, client.ErrNoOffer):
		f.Reason = reasons[transport.KindNoCapacity]
		f.Advice = "The provider sent no create.\n\n" + f.next(&transport.Error{Kind: transport.KindNoCapacity})
	case errors.Is(err, client.ErrTemplateVolume):
		f.Reason = "its template has a volume"
		f.Advice = "The provider sent no create.\n\nNext: set volume_in_gb to 10 or more, or use a template without a " +
			"volume."
	case errors.As(err, &e) && e.Status != 0:
		f.Advice = fmt.Sprintf("The service created no %s.\n\n%s", f.Entity, f.next(e))
	}
	if isCapacity := errors.Is(err, client.ErrNoOffer) || transport.HasKind(err, transport.KindNoCapacity); isCapacity &&
		r.Version() == 2 {
		f.Advice += " The data sources podfleet_gpu_types, podfleet_cpu_types and podfleet_data_centers list what exists, " +
			"and what is free."
	}
	return f
}

// afterUnknown returns the reason and the advice after a create of unknown outcome. That no list shows its object
// proves only that no list up to the last one does: an apply that follows at once could create a second one. That holds
// too if the service's message refuses the create: some services carry such a request out anyway.
func (r *EntityResource[T]) afterUnknown(failed *creates.Error, f Failure) (reason, advice string) {
	reason = "its outcome is unknown"
	text := "The provider sent the create once and does not know whether the service carried it out. " + failed.Doubt
	one, check, then := "one", "", "apply again."
	if failed.Look != nil {
		text += fmt.Sprintf("It could not look for the object: %v.", failed.Look)
	}
	var e *transport.Error
	if failed.IsLikelyRefused() && errors.As(f.Err, &e) {
		reason, then = "", "correct the value that the message names, and apply again."
		text = "The provider looked for the object and found none: most likely, the service created none."
		if e.Kind != transport.KindInternal {
			then = strings.TrimPrefix(f.next(e), "Next: ")
		}
	}
	if len(failed.Found) > 0 {
		text += fmt.Sprintf(" The create may have made one of these objects: %s.", listFound(failed.Found))
		one, check = "another one", fmt.Sprintf("find out whether one of the objects above belongs to this block. It does "+
			"not if %s prints an address, here or in the folder of another configuration, or if the other users of the "+
			"account know it. If it belongs to this block, import it: %s. Then plan. If none does, ", stateQuery("ID"),
			r.Entity.importCommands(failed.Found))
	}
	return reason, fmt.Sprintf("%s%s The provider added nothing to the state. What exists may be billed.\n\nNext: %swait "+
		"%s. Before you apply again, %s%s", text, r.anotherMayAppear(failed.MayAppear(), f.Name), check,
		WaitBeforeLooking(failed.MayAppear()), r.Entity.lookFor(one, f.Name, !failed.MayNotList()), then)
}

// afterNotSent returns the advice after a create that the client did not send because a list failed. A list that the
// API key may not request fails again in the next apply.
func afterNotSent(failed *creates.Error) string {
	text := "The provider sent no create, and created nothing. Before a create, it lists the existing objects, so that " +
		"it can recognize the result if the create fails and, with account_id, compare their users. These requests failed."
	var e *transport.Error
	switch {
	case failed.MayNotList():
		return text + " With existing_objects (PODFLEET_EXISTING_OBJECTS) = \"error\", it needs them.\n\nNext: use an API " +
			"key that is valid and may list objects of this kind. Or set existing_objects to \"ignore\": the provider then " +
			"sends a create without a list. If the outcome of that create is unknown, it cannot look for its object."
	case errors.As(failed.Look, &e) && e.Kind == transport.KindNetwork:
		return text + "\n\n" + Failure{Verb: "create", Err: failed.Look}.next(e)
	default:
		return text + "\n\nNext: apply again."
	}
}

// afterExists returns the advice after a create that the client did not send because equal objects exist. Objects of
// the state are among them, also the one that this create replaces, if no process of this user on this machine has read
// them within the hour: Terraform passes the private data of a plan to no create.
func (r *EntityResource[T]) afterExists(found []creates.FoundObject) string {
	return fmt.Sprintf("The provider sent no create, because existing_objects (PODFLEET_EXISTING_OBJECTS) is \"error\". "+
		"Before this run, the account already had, with all the values of the request: %s. An earlier run may have left it, "+
		"or another configuration may manage it. Or this state has it: as the object that this block replaces with "+
		"create_before_destroy, or for an equal block or instance. The provider cannot tell if the plan was saved or did "+
		"not refresh the state.\n\n"+
		"If this block replaces an object without create_before_destroy, that one is deleted already.\n\n"+
		"Next: run %s. If that prints an address, plan and apply in one command: `terraform apply`, without a saved plan "+
		"and without -refresh=false, and with the same -replace if you used it. If it prints nothing and this block "+
		"should manage the object, import it: %s. If another configuration manages it, give this block another name, or "+
		"set existing_objects to \"ignore\".", listFound(found),
		listWith(found, " and ", func(object creates.FoundObject) string { return stateQuery(object.ID) }),
		r.Entity.importCommands(found))
}

// lookFor returns the advice to look for an object and to import it, and ends with the words "If not, ". one stands for
// the object, before its name. A data source lists objects only if the API key may list them.
func (e Entity[T]) lookFor(one, name string, mayList bool) string {
	typeName := e.TypeName(TypePrefix)
	if name != "" {
		one += fmt.Sprintf(" with the name %q", name)
	}
	where := fmt.Sprintf("with the data source %ss", typeName)
	if !mayList {
		where = "with an API key that may list them, or in the service's console,"
	}
	return fmt.Sprintf("list the objects %s and look for %s that is new and whose ID is in no state. If it exists, "+
		"import it: `terraform import %s.NAME ID`. If not, ", where, one, typeName)
}

// importCommands returns commands that import objects.
func (e Entity[T]) importCommands(found []creates.FoundObject) string {
	return listWith(found, " or ", func(object creates.FoundObject) string {
		return fmt.Sprintf("`terraform import %s.NAME %s`", e.TypeName(TypePrefix), object.ID)
	})
}

func stateQuery(id string) string { return fmt.Sprintf("`terraform state list -id=%s`", id) }

// listFound lists objects by ID and name, with their creation times, the attributes in which they differ from a
// request, and the identifying ones that the API did not return.
func listFound(found []creates.FoundObject) string {
	return listWith(found, "; ", func(object creates.FoundObject) string {
		text := object.ID
		if object.Name != "" {
			text += fmt.Sprintf(" (%q)", object.Name)
		}
		if object.CreatedAt != "" {
			text += ", created at " + object.CreatedAt
		}
		if len(object.Differences) > 0 {
			text += ", which differs in " + attributesOf(object.Differences)
		}
		if len(object.Missing) > 0 {
			text += ", without " + attributesOf(object.Missing)
		}
		return text
	})
}

// attributesOf returns the attributes of members of the wire.
func attributesOf(members []string) string {
	attributes := make([]string, len(members))
	for i, member := range members {
		attributes[i] = snake(member)
	}
	return strings.Join(attributes, ", ")
}

// listWith lists what is said of each object, sorted.
func listWith(found []creates.FoundObject, separator string, say func(creates.FoundObject) string) string {
	listed := make([]string, len(found))
	for i, object := range found {
		listed[i] = say(object)
	}
	slices.Sort(listed)
	return AtMost(listed, separator)
}
