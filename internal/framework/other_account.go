package framework

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// otherAccount is the reason of a failure that client.OtherAccountError describes.
const otherAccount = "another account's key"

// OnOtherAccount names the users and gives advice: use the right key or, if the users are people of one account, take
// the object out of the state. None of it deletes anything in the service.
func OnOtherAccount(entity string, e *fleet.OtherAccountError) string {
	belongs := fmt.Sprintf("The %s belongs to the user %s", entity, e.User)
	if e.User == "" {
		belongs = "account_id is " + quotedList(e.Expected)
	}
	return fmt.Sprintf("%s, and the API key lists objects of %s only. So the key probably belongs to another account, "+
		"and the 404 does not show that the %s was deleted.\n\n"+
		"The state was left as it is. If the %[3]s exists, it is still billed.\n\n"+
		"%[4]s After that, the next plan removes a deleted %[3]s from the state. To remove only this %[3]s from the state, "+
		"replace its block with a removed block that has lifecycle { destroy = false }, and plan with -refresh=false.",
		belongs, strings.Join(e.Shown, ", "), entity, checkKey(e))
}

// checkKey is the first of the next steps. It has all users of an error, in the syntax of account_id.
func checkKey(e *fleet.OtherAccountError) string {
	expected := []string{e.User}
	if e.User == "" {
		expected = e.Expected
	}
	return fmt.Sprintf("Next: check api_key (or PODFLEET_API_KEY) and rest_url. If these are users of one account who "+
		"have user IDs of their own, set account_id = %s in the provider block.",
		quotedList(append(slices.Clone(expected), e.Shown...)))
}

// onCreateElsewhere returns the advice after a create that the client did not send, because account_id has none of the
// users that the key shows.
func onCreateElsewhere(entity string, e *fleet.OtherAccountError) string {
	return fmt.Sprintf("The provider sent no create. account_id is %s, and the API key lists objects of %s only. So "+
		"the key probably belongs to another account, where the %s would be billed.\n\n%s Then apply again.",
		quotedList(e.Expected), strings.Join(e.Shown, ", "), entity, checkKey(e))
}

// warnOfCreateElsewhere warns of the first object that a run creates in an account whose users account_id lacks: before
// it, no response showed the user of the key.
func warnOfCreateElsewhere(object Object, typeName string, e *fleet.OtherAccountError, diags *diag.Diagnostics) {
	if e == nil {
		return
	}
	diags.AddWarning(object.About("Created in another account"), fmt.Sprintf(
		"account_id is %s, and the service shows the user %s for objects that the API key creates. Before the provider "+
			"sent the create of the %s %s, the key could list no pod and no endpoint that shows a user.\n\n"+
			"The %[3]s is in the state and may be billed. The provider sends no further create to this account.\n\n"+
			"%[5]s If it is the wrong account, run `terraform destroy "+
			"-target=%[6]s.NAME -refresh=false` before you change the key: that deletes the %[3]s. Confirm it only if the plan "+
			"deletes nothing else: a plain destroy can remove your other objects from the state.",
		quotedList(e.Expected), strings.Join(e.Shown, ", "), object.Entity, object.ID, checkKey(e), typeName))
}

// warnOfUnprovenAbsence adds the warning of client.IsUnprovenAbsence, if err is one. version is that of the management
// interface: version 2 does not return users, so account_id has no effect there.
func warnOfUnprovenAbsence(version int, entity, id string, err error, diags *diag.Diagnostics) {
	if !fleet.IsUnprovenAbsence(err) {
		return
	}
	next := "Next: do not apply before you know that api_key (or PODFLEET_API_KEY) and rest_url are those of the " +
		"last good run."
	if version == 1 {
		next += " To make the provider compare the account, set account_id in the provider block."
	}
	diags.AddWarning("No object of the state was found", fmt.Sprintf(
		"The service returns 404 for several objects of the state, and this run has found none so far. The last one is "+
			"the %s %s. If you apply, the provider removes them from the state, and creates those that are still "+
			"configured. No response shows which account the API key belongs to: if it is another one, the objects still "+
			"exist and are billed.\n\n%s", entity, id, next))
}
