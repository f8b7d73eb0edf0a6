package pluginserver

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Refresher is a provider that refreshes objects without the framework, as far as nothing has changed.
type Refresher interface {
	// Refresh refreshes an object: its state comes in MessagePack, its private state as it is stored. It reports whether
	// that changes neither of them, and adds no warning. identity is the object's then, in MessagePack; nil if its type
	// has none.
	//
	// Whatever it reports, rest is the context for the framework's refresh in the same RPC: what the service has
	// answered is not asked again there.
	Refresh(
		ctx context.Context, typeName string, state, private []byte,
	) (identity []byte, rest context.Context, unchanged bool)
}

// ReadResource gives a state back as it came if a refresh finds nothing else.
func (a *answering) ReadResource(
	ctx context.Context, q *tfprotov6.ReadResourceRequest,
) (response *tfprotov6.ReadResourceResponse, err error) {
	defer recoverInto(&err)
	if a.known == nil || !isRefreshable(q) {
		return a.whole.ReadResource(ctx, q)
	}
	ctx, release := a.untilStopped(ctx)
	defer release()
	identity, ctx, unchanged := a.known.Refresh(ctx, q.TypeName, q.CurrentState.MsgPack, q.Private)
	if !unchanged || q.CurrentIdentity != nil && !bytes.Equal(q.CurrentIdentity.IdentityData.MsgPack, identity) {
		return a.whole.ReadResource(ctx, q)
	}
	short := &tfprotov6.ReadResourceResponse{NewState: q.CurrentState, Private: q.Private}
	if identity != nil {
		short.NewIdentity = &tfprotov6.ResourceIdentityData{IdentityData: &tfprotov6.DynamicValue{MsgPack: identity}}
	}
	if !a.compares {
		return short, nil
	}
	long, err := a.whole.ReadResource(ctx, q)
	if err != nil {
		return long, err
	}
	difference := differentRead(a.kinds()[q.TypeName], short, long)
	if difference == "" {
		return short, nil
	}
	long.Diagnostics = append(long.Diagnostics, differs("refresh", q.TypeName, difference))
	return long, nil
}

// isRefreshable reports whether a request is of the form that core sends. Metadata of modules is none of what it
// knows: this provider has no schema for any.
func isRefreshable(q *tfprotov6.ReadResourceRequest) bool {
	return q != nil && inMessagePack(q.CurrentState) && q.ProviderMeta == nil &&
		(q.CurrentIdentity == nil || inMessagePack(q.CurrentIdentity.IdentityData))
}

func inMessagePack(value *tfprotov6.DynamicValue) bool {
	return value != nil && len(value.MsgPack) > 0 && len(value.JSON) == 0
}
