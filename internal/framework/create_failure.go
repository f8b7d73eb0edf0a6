package framework

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Made returns the object of a create, and adds a warning if the service did not simply answer with it. The name is
// that of the plan.
func (r *EntityResource[T]) Made(created creates.Created[T], name types.String, diags *diag.Diagnostics) T {
	made := r.Entity.Named(created.Object)
	if name := name.ValueString(); made.Name == "" {
		made.Name = name
	}
	if r.Client != nil {
		warnOfCreateElsewhere(Object{r.Entity.Name, made.Name, made.ID}, r.Entity.TypeName(TypePrefix),
			r.Client.OtherAccount(), diags)
	}
	if created.Failure != nil {
		r.warnOfFound(made, created.Failure, diags)
	}
	return created.Object
}

// warnOfFound warns that the provider found the object after its create had failed, and says how to check that.
func (r *EntityResource[T]) warnOfFound(made Named, failure error, diags *diag.Diagnostics) {
	one, typeName := called(r.Entity.Name, made.Name), r.Entity.TypeName(TypePrefix)
	mayAppear := transport.MayStillAct(failure)
	text := fmt.Sprintf("The create of the %s failed, and the provider did not send it again. It found the object with "+
		"ID %s, which is new and has the values of the request, and added it to the state. If another client created an "+
		"equal object at that time, the provider cannot tell the two apart.", one, made.ID)
	if r.Entity.NotCompared != "" {
		text += fmt.Sprintf(" The API does not return %s, so the provider could not compare them.", r.Entity.NotCompared)
	}
	if mayAppear {
		text += fmt.Sprintf(" The request timed out, so the service may still carry it out: another %s may appear later.",
			one)
	}
	text += fmt.Sprintf(" A destroy deletes the object in the state.\n\nReason: %s\n\nNext: before you destroy or "+
		"replace it, check that %s is yours. It is another client's if %s prints an address in the folder of another "+
		"configuration, or if the other users of the account know it. In that case, run `terraform state rm %s.NAME`, "+
		"which deletes nothing. Wait %s. Then %sapply again.", failure, made.ID, stateQuery(made.ID), typeName,
		WaitBeforeLooking(mayAppear), r.Entity.lookFor("another one", made.Name, true))
	if r.Entity.NotCompared != "" {
		text += fmt.Sprintf(" If %[3]s is yours and you want to send %[1]s again, run `terraform apply "+
			"-replace=%[2]s.NAME`: that deletes %[3]s.", r.Entity.NotCompared, typeName, made.ID)
	}
	diags.AddWarning(fmt.Sprintf("Found the %s after its create failed",
		Object{r.Entity.Name, made.Name, made.ID}.InSummary()), text)
}

// ReportCreate adds the failure of a create.
func (r *EntityResource[T]) ReportCreate(name types.String, plan tfsdk.Plan, err error, diags *diag.Diagnostics) {
	r.CreateFailed(name, plan, err).AddTo(diags)
}

// CreateFailed returns the failure of a create. name is the planned name of the object.
func (r *EntityResource[T]) CreateFailed(name types.String, plan tfsdk.Plan, err error) Failure {
	f := Failure{Verb: "create", Entity: r.Entity.Name, Name: name.ValueString(), Err: err, Plan: plan.Raw}
	var failed *creates.Error
	if !errors.As(err, &failed) {
		return f
	}
	if other := (*fleet.OtherAccountError)(nil); errors.As(failed.Look, &other) {
		f.Reason, f.Plan, f.Advice = otherAccount, tfsdk.Plan{}.Raw, onCreateElsewhere(f.Entity, other)
		return f
	}
	switch {
	case failed.IsLikelyRefused():
		f.Advice = fmt.Sprintf("The provider looked for the %s and found none: most likely, the service created none. If it "+
			"created one in spite of its message, that %s is in no state, and may be billed.\n\nNext: %s",
			called(f.Entity, f.Name), f.Entity, r.afterRefusal(f))
	case failed.Unknown:
		f.Reason, f.Advice = "its outcome is unknown", r.afterUnknown(failed, f.Name)
	case failed.Err == nil && failed.Look != nil:
		f.Reason, f.Plan = "not sent", tfsdk.Plan{}.Raw // The refusal is not about the plan.
		f.Advice = "The provider sent no create, and created nothing. " + r.afterNotSent(failed)
	case failed.Err == nil:
		f.Reason, f.Advice = "an equal object exists", r.afterExists(failed.Found)
	case len(failed.Found) > 0:
		f.Advice = f.afterNameTaken(failed.Found[0], r.Entity.importCommands(failed.Found))
	default:
		f.refused()
	}
	return f
}

// createdNothing has the kinds of refused creates whose next steps do not say that the service created nothing.
var createdNothing = map[transport.Kind]bool{
	transport.KindNoCapacity: true, transport.KindQuota: true, transport.KindBalance: true, transport.KindNotOffered: true,
}

// refused completes the failure of a create that the service refused, or that the client did not send.
func (f *Failure) refused() {
	var e *transport.Error
	switch {
	case errors.Is(f.Err, client.ErrNoOffer):
		f.Reason = reasons[transport.KindNoCapacity]
		f.Advice = "The provider sent no create.\n\nNext: " + f.onNoCapacity()
		f.Plan = tfsdk.Plan{}.Raw // The reason is not a value of the plan.
	case errors.Is(f.Err, client.ErrTemplateVolume):
		f.Reason = "its template has a volume"
		f.Advice = "The provider sent no create.\n\nNext: set volume_in_gb to 10 or more, or use a template without a " +
			"volume."
	case errors.As(f.Err, &e) && createdNothing[e.Kind]:
		f.Advice = fmt.Sprintf("The service created no %s.\n\nNext: %s", f.Entity, f.next(e))
	}
}

// afterRefusal returns the advice after a create that the service refused, without "its outcome is unknown". A value to
// correct comes first: without that, a look is of no use.
func (r *EntityResource[T]) afterRefusal(f Failure) string {
	wait, look := WaitBeforeLooking(false), r.Entity.lookFor("one", f.Name, true)
	var e *transport.Error
	if errors.As(f.Err, &e) && e.Kind != transport.KindInternal {
		return "wait " + wait + ". Then " + look + f.next(e)
	}
	return "correct the value that the message names. Before you apply again, wait " + wait + ". Then " + look +
		"apply again."
}

// WaitBeforeLooking returns the time that a person waits before a look for the result of a request of unknown outcome.
// If the service responded, only its lists can lag: the wait is as long as the client allows for that
// (creates.DefaultLateLook, client.Times.Released). If the result may appear later, it can do so even after the
// client has waited that long. The guide Failed requests has the same times.
func WaitBeforeLooking(mayAppear bool) string {
	if mayAppear {
		return "five minutes"
	}
	return "two minutes"
}

// afterUnknown returns the advice after a create of unknown outcome. That no list shows its object proves only that no
// list up to the last one does: an apply that follows at once could create a second one.
func (r *EntityResource[T]) afterUnknown(failed *creates.Error, name string) string {
	text := "The provider sent the create once and does not know whether the service carried it out. " + failed.Doubt
	if failed.Look != nil {
		text += fmt.Sprintf("It could not look for the object: %v.", failed.Look)
	}
	if len(failed.Found) > 0 {
		text += fmt.Sprintf(" The create may have made one of these objects: %s.", listFound(failed.Found))
	}
	if failed.MayAppear() {
		text += fmt.Sprintf(" The service may still carry out the request: another %s may appear later.",
			called(r.Entity.Name, name))
	}
	text += " The provider added nothing to the state. What exists may be billed.\n\nNext: "
	one, then := "one", fmt.Sprintf("wait %s. Before you apply again, ", WaitBeforeLooking(failed.MayAppear()))
	if len(failed.Found) > 0 {
		text += fmt.Sprintf("find out whether one of the objects above belongs to this block. It does not if %s prints an "+
			"address, here or in the folder of another configuration, or if the other users of the account know it. If it "+
			"belongs to this block, import it: %s. Then plan. If none does, ", stateQuery("ID"),
			r.Entity.importCommands(failed.Found))
		one = "another one"
	}
	return text + then + r.Entity.lookFor(one, name, !failed.MayNotList()) + "apply again."
}

// afterNotSent returns the advice after a create that the client did not send because a list failed. A list that the
// API key may not request fails again in the next apply.
func (r *EntityResource[T]) afterNotSent(failed *creates.Error) string {
	if failed.MayNotList() {
		return fmt.Sprintf("Because %s is \"error\", it has to compare the existing objects with the request, and the "+
			"service does not let the API key list them.\n\n"+
			"Next: use an API key that is valid and may list objects of this kind. Or set existing_objects to \"ignore\": the "+
			"provider then sends a create without a list. If the outcome of that create is unknown, it cannot look for its "+
			"object.", r.existingObjectsFrom())
	}
	next := "apply again."
	var e *transport.Error
	if errors.As(failed.Look, &e) && e.Kind == transport.KindNetwork {
		next = Failure{Verb: "create", Err: failed.Look}.onNetwork(e)
	}
	return "Before a create, the provider lists the existing objects, so that it can recognize the result if the create " +
		"fails and, with account_id, compare their users. These requests failed.\n\nNext: " + next
}

// existingObjectsFrom names the source of the setting existing_objects.
func (r *EntityResource[T]) existingObjectsFrom() string {
	return cmp.Or(r.ExistingObjectsFrom, "existing_objects")
}

// afterExists returns the advice after a create that the client did not send because equal objects exist. The object
// that this create replaces is among them if no process of this user on this machine has read it for the state within
// the hour: Terraform passes the private data of a plan to no create, so a saved plan cannot name the object that
// it replaces.
func (r *EntityResource[T]) afterExists(found []creates.FoundObject) string {
	return fmt.Sprintf("The provider sent no create, because %s is \"error\". Before this run, the account already "+
		"had, with all the values of the request: %s. An earlier run may have left it, or another configuration may "+
		"manage it. Or this block has it in the state and replaces it with create_before_destroy. The provider cannot "+
		"tell if the plan did not refresh the state. Nor can it tell if the plan was saved, and applied on another "+
		"machine, in another folder, by another user, or more than an hour later.\n\n"+
		"The provider changed and deleted nothing for this block.\n\n"+
		"Next: run %s. If that prints this block, plan and apply in one command: `terraform apply`, without a saved plan "+
		"and without -refresh=false, and with the same -replace if you used it. If it prints nothing and this block "+
		"should manage the object, import it: %s. If another configuration manages it, give this block another name, or "+
		"set existing_objects to \"ignore\".",
		r.existingObjectsFrom(), listFound(found),
		listWith(found, " and ", func(object creates.FoundObject) string { return stateQuery(object.ID) }),
		r.Entity.importCommands(found))
}

func (f Failure) afterNameTaken(found creates.FoundObject, imports string) string {
	text := fmt.Sprintf("Names are unique in an account. The %s with this name, ID %s, ", f.Entity, found.ID)
	switch {
	case found.Own:
		return text + "is what this run created for another block.\n\nNext: give one of the two blocks another name."
	case found.Managed:
		return text + "is in a state that this run read. It may be the one that this create replaces.\n\nNext: use " +
			"name_prefix, as create_before_destroy needs it, or give one of the two another name."
	case len(found.Differences) > 0:
		return text + fmt.Sprintf("differs from the request in %s.\n\nNext: choose another name, or use name_prefix. Only "+
			"if it is yours, import it: %s. The next apply then changes it to match the configuration.",
			attributesOf(found.Differences), imports)
	default:
		return text + fmt.Sprintf("shows no other values than the request. An earlier run may have created it and lost the "+
			"response. It may also belong to another block or state, or be the one that this create replaces.\n\nNext: only "+
			"if no block and no state has it, import it: %s. Otherwise choose another name, or use name_prefix, as "+
			"create_before_destroy needs it.", imports)
	}
}

// attributesOf returns the attributes of members of the wire.
func attributesOf(members []string) string {
	attributes := make([]string, len(members))
	for i, member := range members {
		attributes[i] = snake(member)
	}
	return strings.Join(attributes, ", ")
}
