package framework

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Made returns the object of a create, and adds warnings if the service did not simply answer with it. The name is
// that of the plan.
func (r *EntityResource[T]) Made(created client.Created[T], name types.String, diags *diag.Diagnostics) T {
	made := r.Entity.Named(created.Object)
	if name := name.ValueString(); made.Name == "" {
		made.Name = name
	}
	if r.Client != nil {
		warnOfCreateElsewhere(Object{r.Entity.Name, made.Name, made.ID}, r.Entity.TypeName(TypePrefix),
			r.Client.OtherAccount(), diags)
	}
	if created.Adopted != nil {
		r.warnOfAdoption(made, *created.Adopted, diags)
	}
	if len(created.Existing) > 0 {
		diags.AddWarning("Possible duplicate "+r.Entity.Name, fmt.Sprintf(
			"The provider created the %s with ID %s. Before this run, the account already had, with all the values of "+
				"the request: %s. An earlier run may have left it, or another configuration may manage it.\n\n"+
				"Next: run %s here and in the folders of your other configurations. If that prints an address, keep both "+
				"objects. If it prints none, and this block should manage the existing object, run `terraform state rm "+
				"%s.NAME`, which deletes nothing, and import the object: %s. Then %s is in no state, and "+
				"may be billed until you delete it.",
			called(r.Entity.Name, made.Name), made.ID, listFound(created.Existing), stateQueries(created.Existing),
			r.Entity.TypeName(TypePrefix), r.Entity.importCommands(created.Existing), made.ID))
	}
	return created.Object
}

// warnOfAdoption warns that a search found the object in the state. The warning names the evidence, and says that a
// destroy deletes the object.
func (r *EntityResource[T]) warnOfAdoption(made Named, adopted client.Adoption, diags *diag.Diagnostics) {
	one, typeName := called(r.Entity.Name, made.Name), r.Entity.TypeName(TypePrefix)
	text := fmt.Sprintf("The create of the %s failed, but the service had carried it out: the provider found the object "+
		"with ID %s, which is new and has the values of the request. It is in the state now. The provider did not send "+
		"the create again.\n\n", one, made.ID)
	if adopted.Dated {
		text += "If another client created an equal object in the same seconds, the provider cannot tell the two apart."
	} else {
		text += fmt.Sprintf("The API does not return when %s was created. If another client created an equal object "+
			"between the request and the search, a few seconds later, the provider cannot tell the two apart.",
			WithArticle(r.Entity.Name))
	}
	if r.Entity.NotCompared != "" {
		text += fmt.Sprintf(" The API does not return %s either, so the provider could not compare them.",
			r.Entity.NotCompared)
	}
	if adopted.TimedOut {
		text += " The request timed out, so the service may still carry it out."
	}
	text += fmt.Sprintf(" If the object is not the one of this create, another %s may appear later, or exist already. "+
		"It is in no state, and may be billed.", one)
	text += fmt.Sprintf(" A destroy deletes the object in the state.\n\nReason: %s\n\n", adopted.Failure)
	text += fmt.Sprintf("Next: before you destroy or replace it, check that %s is yours. %s In that case, run `terraform "+
		"state rm %s.NAME`, which deletes nothing. Wait %s. Then %sapply again.", made.ID, anothersIf("It", made.ID),
		typeName, WaitBeforeLooking(adopted.TimedOut), r.Entity.lookFor("another one", made.Name, true))
	if r.Entity.NotCompared != "" {
		text += fmt.Sprintf(" If %[3]s is yours and you want to send %[1]s again, run `terraform apply "+
			"-replace=%[2]s.NAME`: that deletes %[3]s.", r.Entity.NotCompared, typeName, made.ID)
	}
	diags.AddWarning("Found the "+r.Entity.Name+" after its create failed", text)
}

// ReportCreate adds the failure of a create, and warnings about late objects of earlier creates.
func (r *EntityResource[T]) ReportCreate(name types.String, plan tfsdk.Plan, err error, diags *diag.Diagnostics) {
	r.CreateFailed(name, plan, err).AddTo(diags)
	r.warnOfLate(diags)
}

// CreateFailed returns the failure of a create. name is the planned name of the object.
func (r *EntityResource[T]) CreateFailed(name types.String, plan tfsdk.Plan, err error) Failure {
	f := Failure{Verb: "create", Entity: r.Entity.Name, Name: name.ValueString(), Err: err, Plan: plan.Raw}
	var failed *client.CreateError
	if !errors.As(err, &failed) {
		return f
	}
	if other := (*client.OtherAccountError)(nil); errors.As(failed.Look, &other) {
		f.Reason, f.Plan, f.Advice = otherAccount, tfsdk.Plan{}.Raw, onCreateElsewhere(f.Entity, other)
		return f
	}
	one := called(f.Entity, f.Name)
	imports := r.Entity.importCommands(failed.Found)
	later := ""
	if failed.MayAppear {
		later = fmt.Sprintf(" The service may still carry out the request: another %s may appear later.", one)
	}
	switch failed.Outcome {
	case client.CreateNotSent:
		f.Reason, f.Plan = "not sent", tfsdk.Plan{}.Raw // The refusal is not about the plan.
		f.Advice = "The provider sent no create, and created nothing. " + r.afterNotSent(failed)
	case client.CreateExists:
		f.Reason = "an equal object exists"
		f.Advice = r.afterExists(failed.Found)
	case client.CreateAmbiguous:
		f.Reason = "its outcome is unknown"
		f.Advice = unknownOutcome + r.doubt(failed) + later + " The provider added nothing to the state.\n\n" +
			r.Entity.afterAmbiguous(failed)
	case client.CreateDoubtful:
		f.Reason = "its outcome is unknown"
		f.Advice = unknownOutcome + fmt.Sprintf("No new object has all the values of the request. But %s may be its "+
			"result, if the service stores values in another form, or belong to another client: %s.",
			oneOf(failed.Found), listDifferent(failed.Found)) + later + "\n\n" + r.Entity.afterAmbiguous(failed)
	case client.CreateUnlooked:
		f.Reason = "its outcome is unknown"
		f.Advice = unknownOutcome + r.afterUnlooked(failed, f.Name)
	case client.CreateMissing:
		f.Reason = "its outcome is unknown"
		f.Advice = unknownOutcome + r.afterMissing(failed, later, f.Name)
	case client.CreateNameTaken:
		f.Advice = f.afterNameTaken(failed.Found[0], imports)
	case client.CreateRejected:
		return r.rejected(f, failed)
	}
	return f
}

// createdNothing has the kinds of refused creates whose next steps do not say that the service created nothing.
var createdNothing = map[client.Kind]bool{
	client.KindNoCapacity: true, client.KindQuota: true, client.KindBalance: true, client.KindNotOffered: true,
}

// rejected completes the failure of a create that the service refused, or that the client did not send.
func (r *EntityResource[T]) rejected(f Failure, failed *client.CreateError) Failure {
	var e *client.Error
	switch {
	case failed.Searched:
		f.Advice = fmt.Sprintf("The provider searched for the %s and found none: most likely, the service created none. "+
			"If it created one in spite of its message, that %s is in no state, and may be billed.\n\nNext: %s",
			called(f.Entity, f.Name), f.Entity, r.afterRefusal(f, failed))
	case errors.Is(failed, client.ErrNoOffer):
		f.Reason = reasons[client.KindNoCapacity]
		f.Advice = "The provider sent no create.\n\nNext: " + f.onNoCapacity()
		f.Plan = tfsdk.Plan{}.Raw // The reason is not a value of the plan.
	case errors.Is(failed, client.ErrTemplateVolume):
		f.Reason = "its template has a volume"
		f.Advice = "The provider sent no create.\n\nNext: set volume_in_gb to 10 or more, or use a template without a " +
			"volume."
	case errors.As(failed, &e) && createdNothing[e.Kind]:
		f.Advice = fmt.Sprintf("The service created no %s.\n\nNext: %s", f.Entity, f.next(e))
	}
	return f
}

// afterRefusal returns the advice after a create that the service refused, without "its outcome is unknown". A value to
// correct comes first: without that, a look is of no use.
func (r *EntityResource[T]) afterRefusal(f Failure, failed *client.CreateError) string {
	wait, look := WaitBeforeLooking(failed.MayAppear), r.Entity.lookFor("one", f.Name, true)
	var e *client.Error
	if errors.As(failed, &e) && e.Kind != client.KindInternal {
		return "wait " + wait + ". Then " + look + f.next(e)
	}
	return "correct the value that the message names. Before you apply again, wait " + wait + ". Then " + look +
		"apply again."
}

// WaitBeforeLooking returns the time that a person waits before a look for the result of a request of unknown outcome.
// If the service responded, only its lists can lag: the wait is as long as the client allows for that
// (creates.DefaultLateLook, ConsistencyGrace.Released). If the result may appear later, it can do so even after the
// client has waited that long. The guide Failed requests and killed runs has the same times.
func WaitBeforeLooking(mayAppear bool) string {
	if mayAppear {
		return "five minutes"
	}
	return "two minutes"
}

const unknownOutcome = "The provider sent the create once and does not know whether the service carried it out. "

// doubt says why none of the objects that the search found is proven to be the result of the create.
func (r *EntityResource[T]) doubt(failed *client.CreateError) string {
	found := listShown(failed.Found)
	switch failed.Doubt {
	case client.DoubtDiffering:
		return fmt.Sprintf("Several creates of this run failed together, and differ only in values that the API does not "+
			"return. Each of these new objects can be the result of any of them: %s.", found)
	case client.DoubtNotShown:
		return fmt.Sprintf("A new object can be its result, but the API does not return enough of it to prove that: %s.",
			found)
	case client.DoubtTime:
		return fmt.Sprintf("A new object has the values of the request, but nothing shows that it was created at that "+
			"time: %s. Either it has no creation time that the provider can read, or the service sends no Date header, or "+
			"Date headers that contradict each other. Or the create waited for a rate limit until the list from before it was "+
			"too old.", found)
	case client.DoubtInterrupted:
		return fmt.Sprintf("The service did not respond before the request timed out or was interrupted. A new object has "+
			"its values: %s. The run ended before the provider could rule out that a second one appears.", found)
	case client.DoubtPeer:
		return fmt.Sprintf("A new object has the values of the request: %s. But another provider process on this machine, "+
			"such as another provider block of this configuration, may have created it. That process creates an object of "+
			"the same name, or failed or was killed within the last hour while it did. Or the processes could not share "+
			"object IDs through the user's cache folder.", found)
	default:
		return fmt.Sprintf("More new objects match the request than this run can have created, or an earlier message named "+
			"them: %s. The provider cannot tell which one belongs to this block.", found)
	}
}

// afterNotSent returns the advice after a create that the client did not send because a list failed. A list that the
// API key may not request fails again in the next apply.
func (r *EntityResource[T]) afterNotSent(failed *client.CreateError) string {
	if failed.MayNotList() {
		return fmt.Sprintf("Because %s is \"error\", it has to compare the existing objects with the request, and the "+
			"service does not let the API key list them.\n\n"+
			"Next: use an API key that is valid and may list objects of this kind. Or set existing_objects to \"warn\": the "+
			"provider then sends a create without a list. If the outcome of that create is unknown, it cannot search for its "+
			"object.", r.existingObjectsFrom())
	}
	next := "apply again."
	var e *client.Error
	if errors.As(failed.Look, &e) && e.Kind == client.KindNetwork {
		next = Failure{Verb: "create", Err: failed.Look}.onNetwork(e)
	}
	return "Before its first create, a run lists the existing objects, so that it can recognize the result of a failed " +
		"create and, with account_id, compare their users. These requests failed.\n\n" +
		"Next: " + next
}

// afterUnlooked returns the advice after a create of unknown outcome whose search failed.
func (r *EntityResource[T]) afterUnlooked(failed *client.CreateError, name string) string {
	text := fmt.Sprintf("It could not search for the object: %v. ", failed.Look)
	one := WithArticle(called(r.Entity.Name, name))
	if len(failed.Found) > 0 {
		text += fmt.Sprintf("An earlier search found: %s. ", listShown(failed.Found))
		one = "another " + called(r.Entity.Name, name)
	}
	if failed.MayAppear {
		text += fmt.Sprintf("The service may still carry out the request: %s may appear later. ", one)
	}
	return text + fmt.Sprintf("If the object exists, it is in no state, and may be billed.\n\nNext: wait %s. Before you "+
		"apply again, ", WaitBeforeLooking(failed.MayAppear)) + r.importOrLook(failed, name)
}

// existingObjectsFrom names the source of the setting existing_objects.
func (r *EntityResource[T]) existingObjectsFrom() string {
	return cmp.Or(r.ExistingObjectsFrom, "existing_objects")
}

// afterExists returns the advice after a create that the client did not send because equal objects exist. The object
// that this create replaces is among them if no process of this user on this machine has read it for the state within
// the hour: Terraform passes the private data of a plan to no create, so a saved plan cannot name the object that
// it replaces.
func (r *EntityResource[T]) afterExists(found []client.FoundObject) string {
	return fmt.Sprintf("The provider sent no create, because %s is \"error\". Before this run, the account already "+
		"had, with all the values of the request: %s. An earlier run may have left it, or another configuration may "+
		"manage it. Or this block has it in the state and replaces it with create_before_destroy. The provider cannot "+
		"tell if the plan did not refresh the state. Nor can it tell if the plan was saved, and applied on another "+
		"machine, in another folder, by another user, or more than an hour later.\n\n"+
		"The provider changed and deleted nothing for this block.\n\n"+
		"Next: run %s. If that prints this block, plan and apply in one command: `terraform apply`, without a saved plan "+
		"and without -refresh=false, and with the same -replace if you used it. If it prints nothing and this block "+
		"should manage the object, import it: %s. If another configuration manages it, give this block another name, or "+
		"set existing_objects to \"warn\".",
		r.existingObjectsFrom(), listFound(found), stateQueries(found),
		r.Entity.importCommands(found))
}

// afterMissing returns the advice after a create of unknown outcome for which the provider found no object. That proves
// only that no list up to the last search shows one: an apply that follows at once could create a second object.
func (r *EntityResource[T]) afterMissing(failed *client.CreateError, later, name string) string {
	text := "The provider found no object that this create can have created."
	if len(failed.Found) > 0 {
		text += fmt.Sprintf(" Equal objects exist, but the service created them at another time than this request was "+
			"sent: %s.", listShown(failed.Found))
	}
	if failed.MayAppear {
		return text + later + "\n\nNext: wait " + WaitBeforeLooking(true) + ". Before you apply again, " +
			r.lookAgain(failed, name)
	}
	searched := client.DefaultSecondLook
	if r.Client != nil {
		searched = r.Client.SecondLook()
	}
	text += fmt.Sprintf(" No list showed it within %s. If the service's lists lag further behind, they can show it "+
		"later: the object would be in no state and may be billed.\n\nNext: wait %s. Before you apply again, ", searched,
		WaitBeforeLooking(false))
	return text + r.importOrLook(failed, name)
}

func (f Failure) afterNameTaken(found client.FoundObject, imports string) string {
	const names = "Names are unique in an account. "
	switch {
	case found.Own:
		return names + fmt.Sprintf("This run created the %s with this name, ID %s, for another block.\n\nNext: give one "+
			"of the two blocks another name.", f.Entity, found.ID)
	case found.Managed:
		return names + fmt.Sprintf("The %s with this name, ID %s, is in a state that this run read. It may be the one that "+
			"this create replaces.\n\nNext: use name_prefix, as create_before_destroy needs it, or give one of the two "+
			"another name.", f.Entity, found.ID)
	case len(found.Differences) > 0:
		return names + fmt.Sprintf("The %s with this name, ID %s, differs from the request in %s.\n\nNext: choose another "+
			"name, or use name_prefix. Only if it is yours, import it: %s. The next apply then changes it to match the "+
			"configuration.", f.Entity, found.ID, attributesOf(found.Differences), imports)
	case found.Identified:
		return names + fmt.Sprintf("The %s with this name, ID %s, has all the values of the request. An earlier run may "+
			"have created it and lost the response. It may also belong to another block or state, or be the one that this "+
			"create replaces.\n\nNext: only if no block and no state has it, import it: %s. Otherwise choose another name, "+
			"or use name_prefix, as create_before_destroy needs it.", f.Entity, found.ID, imports)
	default:
		return names + fmt.Sprintf("The API returns only the name of the %s with this name, ID %s. The provider cannot "+
			"compare the rest.\n\nNext: choose another name, or use name_prefix. Only if it is yours, import it: %s.",
			f.Entity, found.ID, imports)
	}
}

// listFound lists objects by id and name.
func listFound(found []client.FoundObject) string {
	listed := make([]string, len(found))
	for i, object := range found {
		listed[i] = object.ID
		if object.Name != "" {
			listed[i] += fmt.Sprintf(" (%q)", object.Name)
		}
	}
	slices.Sort(listed)
	return atMost(listed, ", ")
}

// listDifferent lists objects like listFound, with the attributes in which each object differs from the request.
func listDifferent(found []client.FoundObject) string {
	return listWith(found, "; ", func(object client.FoundObject) string {
		if len(object.Differences) == 0 {
			return ""
		}
		return ", which differs in " + attributesOf(object.Differences)
	})
}

// listShown lists objects like listFound, with the creation time of each object, and the identifying attributes that
// the API did not return.
func listShown(found []client.FoundObject) string {
	return listWith(found, "; ", func(object client.FoundObject) string {
		text := ""
		if object.CreatedAt != "" {
			text = ", created at " + object.CreatedAt
		}
		if len(object.Missing) > 0 {
			text += ", without " + attributesOf(object.Missing)
		}
		return text
	})
}

func listWith(found []client.FoundObject, separator string, more func(client.FoundObject) string) string {
	listed := make([]string, len(found))
	for i, object := range found {
		listed[i] = listFound(found[i:i+1]) + more(object)
	}
	slices.Sort(listed)
	return atMost(listed, separator)
}

// attributesOf returns the attributes of members of the wire.
func attributesOf(members []string) string {
	attributes := make([]string, len(members))
	for i, member := range members {
		attributes[i] = snake(member)
	}
	return strings.Join(attributes, ", ")
}

// lookAgain returns the advice to look for an object that may still appear; Found are equal objects of another time.
func (r *EntityResource[T]) lookAgain(failed *client.CreateError, name string) string {
	look := r.Entity.lookAndImport(name, true)
	if len(failed.Found) > 0 {
		return look
	}
	return look + refuseLate(failed)
}
