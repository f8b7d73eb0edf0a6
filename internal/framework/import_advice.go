package framework

import (
	"fmt"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// lookAndImport returns the advice, before the next apply, about an object that may have been created.
func (e Entity[T]) lookAndImport(name string, mayList bool) string {
	return e.lookFor("one", name, mayList) + "apply again."
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

// refuseLate returns the advice, for a create without equal objects, to have the next apply refuse an object that
// appears late. The service itself refuses a second one of a unique name.
func refuseLate(failed *client.CreateError) string {
	if failed.UniqueName || failed.MayNotList() {
		return ""
	}
	return " With existing_objects = \"error\" in the provider block, or PODFLEET_EXISTING_OBJECTS=error if the block " +
		"does not set it, an object that appears late stops that apply."
}

// importOrLook returns the advice to import one of the objects that an error names, or to look for another one.
func (r *EntityResource[T]) importOrLook(failed *client.CreateError, name string) string {
	look := r.Entity.lookAndImport(name, !failed.MayNotList())
	if len(failed.Found) == 0 {
		return look + refuseLate(failed)
	}
	return fmt.Sprintf("find out whether one of the objects above belongs to this block. If so, import it: %s. If not, %s",
		r.Entity.importCommands(failed.Found), look)
}

// importCommands returns commands that import objects.
func (e Entity[T]) importCommands(found []client.FoundObject) string {
	commands := make([]string, len(found))
	for i, object := range found {
		commands[i] = fmt.Sprintf("`terraform import %s.NAME %s`", e.TypeName(TypePrefix), object.ID)
	}
	slices.Sort(commands)
	return atMost(commands, " or ")
}

// oneOf begins a sentence about the object that a message names, or about one of several.
func oneOf(found []client.FoundObject) string {
	if len(found) == 1 {
		return "this one"
	}
	return "one of these"
}

// stateQueries returns commands that show which addresses of a state have objects.
func stateQueries(found []client.FoundObject) string {
	queries := make([]string, len(found))
	for i, object := range found {
		queries[i] = stateQuery(object.ID)
	}
	slices.Sort(queries)
	return atMost(queries, " and ")
}

func stateQuery(id string) string { return fmt.Sprintf("`terraform state list -id=%s`", id) }

// anothersIf says how a person finds out that an object in the state belongs to another client. subject is its name in
// the sentence.
func anothersIf(subject, id string) string {
	return subject + " is another client's if " + stateQuery(id) + " prints an address in the folder of another " +
		"configuration, or if the other users of the account know it."
}

// notThisBlocksIf says the same of an object that this block does not have in the state: another block may have it.
func notThisBlocksIf(subject, id string) string {
	return subject + " does not belong to this block if " + stateQuery(id) + " prints an address, here or in the folder " +
		"of another configuration, or if the other users of the account know it."
}

// afterAmbiguous returns the next steps if the objects that a search found may be the result of the create.
func (e Entity[T]) afterAmbiguous(failed *client.CreateError) string {
	imports, then := e.importCommands(failed.Found), "apply again."
	if failed.Outcome == client.CreateDoubtful {
		then = "plan: the plan shows what the next apply changes."
	}
	next := fmt.Sprintf("wait %s, list the objects with the data source %ss, and apply again if no other new one is "+
		"yours.", WaitBeforeLooking(failed.MayAppear), e.TypeName(TypePrefix))
	if len(failed.Found) == 1 {
		id := failed.Found[0].ID
		return fmt.Sprintf("Next: find out whose it is. %s In that case, %s If it belongs to this block, import it: %s. "+
			"Then %s Until it is deleted, %s may be billed.", notThisBlocksIf("It", id), next, imports, then, id)
	}
	return fmt.Sprintf("Next: find out which of them belongs to this block. %s Import the one that does: %s. Then %s "+
		"If several are left, import one of them, and delete none whose owner you do not know. If none of them belongs to "+
		"this block, %s Each may be billed until it is deleted.", notThisBlocksIf("One", "ID"), imports, then, next)
}
