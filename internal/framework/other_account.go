package framework

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// otherAccount is the reason of a failure that client.OtherAccountError describes.
const otherAccount = "another account's key"

// onOtherAccount names the users and gives advice: use the right key or, if the users are people of one account, take
// the object out of the state. None of it deletes anything in the service.
func onOtherAccount(entity string, e *client.OtherAccountError) string {
	belongs := fmt.Sprintf("The %s belongs to the user %s", entity, e.User)
	users := append([]string{e.User}, e.Shown...)
	if e.User == "" {
		belongs = "The provider block has account_id = " + quotedList(e.Expected)
		users = append(slices.Clone(e.Expected), e.Shown...)
	}
	return fmt.Sprintf("%s, and the API key lists objects of %s only. So the key probably belongs to another account, "+
		"and the service's answer does not show that the %s was deleted."+
		"\n\n"+
		"The state was left as it is. If the %[3]s exists, it is still billed."+
		"\n\n"+
		"Next: check api_key (or PODFLEET_API_KEY) and rest_url. If these are people of one account who have user IDs of "+
		"their own, set account_id = %[4]s in the provider block: then the next plan takes a deleted %[3]s out of the "+
		"state. To take only this %[3]s out of the state, replace its block with a removed block that has "+
		"lifecycle { destroy = false }, and plan with -refresh=false.",
		belongs, strings.Join(e.Shown, ", "), entity, quotedList(users))
}

// quotedList is a list of strings in the syntax of a configuration.
func quotedList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// warnOfUnprovenAbsence adds the warning of client.IsUnprovenAbsence, if err is one.
func warnOfUnprovenAbsence(entity, id string, err error, diags *diag.Diagnostics) {
	if !client.IsUnprovenAbsence(err) {
		return
	}
	diags.AddWarning("No object of the state was found", fmt.Sprintf(
		"The service returns 404 for several objects of the state, and this run has found none so far. The last one is "+
			"the %s %s. The provider removes them from the state, and a plan creates those that are still configured. No "+
			"response shows which account the API key belongs to: if it is another one, the objects still exist and are "+
			"billed."+
			"\n\n"+
			"Next: before you apply, check api_key (or PODFLEET_API_KEY) and rest_url. To have the provider compare the "+
			"account, set account_id in the provider block.", entity, id))
}
