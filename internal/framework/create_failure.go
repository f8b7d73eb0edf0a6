package framework

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Made is the object that a create made, and adds warnings where the service did not simply answer with it. The name is
// that of the plan.
func (r *EntityResource[T]) Made(created client.Created[T], name types.String, diags *diag.Diagnostics) T {
	made := r.Entity.Named(created.Object)
	if name := name.ValueString(); made.Name == "" {
		made.Name = name
	}
	if adopted := created.Adopted; adopted != nil {
		diags.AddWarning("Found the "+r.Entity.Name+" after its create failed", fmt.Sprintf(
			"The service did not answer the create of the %s with it, but it was carried out: %s is new since this "+
				"run began, shows all that was sent, and is in the state now. It was not created again.\n\n"+
				"Reason: %s\n\nNext: nothing.",
			called(r.Entity.Name, made.Name), made.ID, adopted.Failure))
	}
	if again := created.Repeated; again != nil {
		r.madeTwice(made, *again, diags)
	}
	if len(created.Existing) > 0 {
		diags.AddWarning("Possible duplicate "+r.Entity.Name, fmt.Sprintf(
			"The %s was created with id %s. When this run began, this was there already, with all the values that were "+
				"sent: %s. It may be left over from an earlier run, or managed elsewhere.\n\nNext: find out which, "+
				"and delete what nobody needs. If it is the one that this block should have, import it in place of the "+
				"new one: %s.",
			called(r.Entity.Name, made.Name), made.ID, listFound(created.Existing),
			r.Entity.importCommands(created.Existing)))
	}
	return created.Object
}

// madeTwice warns that more than one object may have come of a create that was sent again.
func (r *EntityResource[T]) madeTwice(made Named, again client.Repetition, diags *diag.Diagnostics) {
	one := called(r.Entity.Name, made.Name)
	what := fmt.Sprintf("The create of the %s failed, nothing was there some time later, and it was sent again: that "+
		"made the one in the state, with id %s. ", one, made.ID)
	var doubt, next string
	if again.Look != nil {
		doubt = fmt.Sprintf("Whether the attempt before has made another one after all could not be found out: %v.",
			again.Look)
		next = r.Entity.lookFor(made.Name) + " If there is another one, and nobody made it, delete it at the service: it " +
			"may cost money."
	} else {
		doubt = fmt.Sprintf("There is also, new since this run began: %s. The attempt before may have made that "+
			"after all, or somebody else has. Terraform does not know it, and has not deleted it.", listFound(again.Found))
		next = "find out whether somebody else made it. If nobody did, delete it at the service: it may cost money."
	}
	diags.AddWarning("The "+r.Entity.Name+" may have been made twice",
		what+doubt+fmt.Sprintf("\n\nReason: %s\n\nNext: %s", again.Failure, next))
}

// lookFor says how to look for an object that may have been created, and is in no state.
func (e Entity[T]) lookFor(name string) string {
	one := "one"
	if name != "" {
		one = fmt.Sprintf("one called %q", name)
	}
	return fmt.Sprintf("look for it: the data source %ss lists what is there, and it is %s that is new, with an id that "+
		"no state has.", e.typeName(TypePrefix), one)
}

// lookAndImport is what to do before the next apply about an object that may have been created.
func (e Entity[T]) lookAndImport(name string) string {
	return e.lookFor(name) + fmt.Sprintf(" If it is there, import it: `terraform import %s.NAME ID`. If it is not, apply "+
		"again. With existing_objects = \"error\" in the provider block an apply looks by itself, and creates nothing "+
		"beside what is like it.", e.typeName(TypePrefix))
}

// CreateFailed is the failure of a create. The name is that of the object that was to be made.
func (r *EntityResource[T]) CreateFailed(name types.String, plan tfsdk.Plan, err error) Failure {
	f := Failure{Verb: "create", Entity: r.Entity.Name, Name: name.ValueString(), Err: err, Plan: plan.Raw}
	var failed *client.CreateError
	if !errors.As(err, &failed) {
		return f
	}
	one := withArticle(called(f.Entity, f.Name))
	lost := fmt.Sprintf("Whether the create was carried out is not known, and it was sent %s. ", times(failed.Sent))
	imports := r.Entity.importCommands(failed.Found)
	switch failed.Outcome {
	case client.CreateNotSent:
		f.Reason, f.Plan = "not sent", tfsdk.Plan{}.Raw // The refusal is not about the plan.
		f.Advice = "Nothing was sent, and nothing was created. Before its first create, a run lists what is there, so " +
			"that it can tell what a create has made whose answer is lost. It asked again and again.\n\n" +
			"Next: apply again."
	case client.CreateExists:
		f.Reason = "there is one like it"
		f.Advice = fmt.Sprintf("Nothing was sent, because existing_objects is \"error\" in the provider block. What "+
			"was there when this run began, and shows all that would be sent, may be left over from an earlier run, or "+
			"managed elsewhere: %s.\n\nNext: if it is what this block should have, import it: %s. If nobody needs "+
			"it, delete it. If it is managed elsewhere, make this one different, or set existing_objects to \"warn\".",
			listFound(failed.Found), imports)
	case client.CreateAmbiguous:
		f.Reason = "its outcome is unknown"
		f.Advice = lost + fmt.Sprintf("There are more new objects than creates that may have made them, each like what "+
			"was sent: %s. Nobody can tell which is this one.\n\nNext: find out which of them nobody else has made. "+
			"Import that: %s; delete what is left over; and apply again.", listFound(failed.Found), imports)
	case client.CreateDoubtful:
		f.Reason = "its outcome is unknown"
		f.Advice = lost + fmt.Sprintf("Nothing is there that is new and shows all that was sent. But there is, new since "+
			"this run began, what may be it, if the service stores what it is sent in another form; or it is somebody "+
			"else's: %s. So the create was not sent again.\n\nNext: find out whose it is. Only if nobody else made it, "+
			"import it: %s; or delete it. Then apply again.", listDifferent(failed.Found), imports)
	case client.CreateUnlooked:
		f.Reason = "its outcome is unknown"
		f.Advice = lost + fmt.Sprintf("Looking for it failed too: %v. There may be %s now, of which Terraform does not "+
			"know.\n\nNext: before you apply again, %s", failed.Look, one, r.Entity.lookAndImport(f.Name))
	case client.CreateMissing:
		f.Reason = "its outcome is unknown"
		f.Advice = lost + "Nothing is there that is new and like what was sent. " +
			f.afterMissing(failed, r.Entity.lookAndImport(f.Name))
	case client.CreateNameTaken:
		f.Advice = f.afterNameTaken(failed.Found[0], imports)
	default: // Refused: what the service says is the whole of it.
	}
	return f
}

// afterMissing is what to do about a create that made nothing that could be seen.
func (f Failure) afterMissing(failed *client.CreateError, lookAndImport string) string {
	var e *client.Error
	errors.As(failed, &e)
	switch {
	case e.Kind == client.KindNoCapacity:
		return "\n\nNext: " + f.next(e)
	case failed.MayAppear():
		return "It was not sent again, because the service may still be at work on it: it may appear later, and the next " +
			"apply would create another one beside it.\n\nNext: some minutes from now, and before you apply again, " +
			lookAndImport
	default:
		return "\n\nNext: correct what the service complains of, if it does, and apply again."
	}
}

func (f Failure) afterNameTaken(found client.FoundObject, imports string) string {
	const names = "Names are unique in an account. "
	switch {
	case found.Own:
		return names + fmt.Sprintf("The %s that has this one, with id %s, was made in this run, for another block."+
			"\n\nNext: give one of the two another name.", f.Entity, found.ID)
	case len(found.Differences) > 0:
		return names + fmt.Sprintf("The %s that has this one, with id %s, is another than was to be created: it "+
			"differs in %s.\n\nNext: choose another name, or use name_prefix. Only if it is yours, import it: %s; the "+
			"next apply then changes it to what is configured.", f.Entity, found.ID, attributesOf(found.Differences),
			imports)
	case found.Shown > 1: // More than the name.
		return names + fmt.Sprintf("The %s that has this one, with id %s, shows all that was to be sent: an earlier run "+
			"may have made it and lost the answer. But it may also be that of another block or state, or the one that is "+
			"to be replaced.\n\nNext: only if no block and no state has it, import it: %s. Else choose another name, or "+
			"use name_prefix, as create_before_destroy needs it.", f.Entity, found.ID, imports)
	default:
		return names + fmt.Sprintf("The service shows nothing but the name of the %s that has this one, with id %s: "+
			"whether it is what was to be created cannot be told.\n\nNext: choose another name, or use name_prefix. Only "+
			"if it is yours, import it: %s.", f.Entity, found.ID, imports)
	}
}

// importCommands are commands that import objects.
func (e Entity[T]) importCommands(found []client.FoundObject) string {
	commands := make([]string, len(found))
	for i, object := range found {
		commands[i] = fmt.Sprintf("`terraform import %s.NAME %s`", e.typeName(TypePrefix), object.ID)
	}
	slices.Sort(commands)
	return atMost(commands, " or ")
}

// listFound lists objects by id and name.
func listFound(found []client.FoundObject) string {
	listed := make([]string, len(found))
	for i, object := range found {
		listed[i] = object.ID
		if object.Name != "" {
			listed[i] += fmt.Sprintf(" (called %q)", object.Name)
		}
	}
	slices.Sort(listed)
	return atMost(listed, ", ")
}

// listDifferent is listFound with what each shows otherwise than it was sent.
func listDifferent(found []client.FoundObject) string {
	listed := make([]string, len(found))
	for i, object := range found {
		listed[i] = listFound(found[i : i+1])
		if len(object.Differences) > 0 {
			listed[i] += ", which differs in " + attributesOf(object.Differences)
		}
	}
	slices.Sort(listed)
	return atMost(listed, "; ")
}

// atMost joins the first of a list.
func atMost(list []string, separator string) string {
	if len(list) <= mostCandidates {
		return strings.Join(list, separator)
	}
	return strings.Join(list[:mostCandidates], separator) + fmt.Sprintf(", and %d more", len(list)-mostCandidates)
}

// attributesOf spells members of the wire as attributes.
func attributesOf(members []string) string {
	attributes := make([]string, len(members))
	for i, member := range members {
		attributes[i] = snake(member)
	}
	return strings.Join(attributes, ", ")
}

// called is an entity by its name, where it has one.
func called(entity, name string) string {
	if name == "" {
		return entity
	}
	return fmt.Sprintf("%s %q", entity, name)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
