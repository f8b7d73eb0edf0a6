package creates

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// A create ends with the object that its last look found, unless another create or process has it by then. Otherwise it
// looks again. It ends with an error only once its caller gives up, and no other create adopts the objects that the
// error names.
func TestLostCreates_end(t *testing.T) {
	t.Parallel()
	x, y := model.NetworkVolume{ID: "x"}, model.NetworkVolume{ID: "y"}
	for name, test := range map[string]struct {
		found   *model.NetworkVolume // by the last look
		from    origin               // of x
		with    *model.NetworkVolume
		named   []FoundObject
		want    createState
		again   bool
		wantsOf origin // x, afterwards
	}{
		"with its object":            {found: &x, with: &x, want: createAdopted, wantsOf: originRun},
		"another create has it":      {found: &x, with: &x, from: originRun, again: true, wantsOf: originRun},
		"another process has it":     {found: &x, with: &x, from: originState, again: true, wantsOf: originState},
		"an error has named it":      {found: &x, with: &x, from: originNamed, again: true, wantsOf: originNamed},
		"a later look found another": {found: &y, with: &x, again: true},
		"a later look found none":    {with: &x, again: true},
		"with an error":              {found: &x, want: createGaveUp},
		"with an error that names it": {found: &x, named: []FoundObject{{ID: "x"}}, want: createGaveUp,
			wantsOf: originNamed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, l := &lostCreates[model.NetworkVolume]{claims: &claims{}}, lostVolume("a", "xy")
			s.lose(l)
			s.know("x", test.from)
			l.last = lookResult[model.NetworkVolume]{began: time.Now()}
			l.last.object = test.found
			ended := s.end(l, test.with, test.named)
			now := s.current(l)
			if ended == test.again || now.state != test.want || s.origin("x") != test.wantsOf {
				t.Errorf("ended: %t, state %d, x is of origin %d", ended, now.state, s.origin("x"))
			}
			if looks := now.last.began.IsZero(); looks != test.again || looks && now.last.object != nil {
				t.Errorf("it has %+v for its last look", now.last)
			}
		})
	}
}

// volumesListed is an inventory that counts its lists.
type volumesListed struct {
	all   []model.NetworkVolume
	lists int
}

func (v *volumesListed) everything(context.Context) ([]model.NetworkVolume, error) {
	v.lists++
	return v.all, nil
}

func (v *volumesListed) whole(_ context.Context, id string) (model.NetworkVolume, error) {
	i := slices.IndexFunc(v.all, func(one model.NetworkVolume) bool { return one.ID == id })
	return v.all[i], nil
}

func (*volumesListed) inOrder(context.Context) {}

// A look that began after a create failed can find its object before the create begins its own look. Then one list is
// enough, unless the service may still carry out the create.
func TestLostCreates_lookOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		objects string
		failure error
		lists   int
	}{
		"found":                {objects: "xy", lists: 1},
		"not found":            {lists: 2},
		"found, and in doubt":  {objects: "xyz", lists: 2},
		"found, and timed out": {objects: "xy", failure: errTimeout, lists: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, in := &lostCreates[model.NetworkVolume]{claims: &claims{}}, &volumesListed{}
			for _, id := range []byte(test.objects) {
				in.all = append(in.all, model.NetworkVolume{ID: string(id)})
			}
			one, other := lostVolume("a", "xyz"), lostVolume("a", "xyz")
			one.failure, other.failure = test.failure, test.failure
			s.lose(one)
			s.lose(other)
			clock := &transport.Clock{}
			began := time.Now()
			if err := s.look(t.Context(), one, began, in, clock); err != nil {
				t.Fatal(err)
			}
			if err := s.look(t.Context(), other, began.Add(time.Hour), in, clock); err != nil {
				t.Fatal(err)
			}
			if in.lists != test.lists {
				t.Errorf("%d lists, not %d", in.lists, test.lists)
			}
		})
	}
}
