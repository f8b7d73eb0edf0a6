package emulator

import "slices"

// store is what the account holds: one collection a kind.
type store struct {
	templates              *collection[template]
	endpoints              *collection[endpoint]
	pods                   *collection[pod]
	networkVolumes         *collection[networkVolume]
	containerRegistryAuths *collection[containerRegistryAuth]

	// kinds names each collection as GET /_emulator/state does, for whoever treats all of them alike.
	kinds map[string]kind
}

func newStore() store {
	s := store{
		templates:              newCollection("template", newTemplate),
		endpoints:              newCollection("endpoint", newEndpoint),
		pods:                   newCollection("pod", newPod),
		networkVolumes:         newCollection("network volume", newNetworkVolume),
		containerRegistryAuths: newCollection("container registry auth", newContainerRegistryAuth),
	}
	s.kinds = map[string]kind{
		kindTemplates:              s.templates,
		kindEndpoints:              s.endpoints,
		kindPods:                   s.pods,
		kindNetworkVolumes:         s.networkVolumes,
		kindContainerRegistryAuths: s.containerRegistryAuths,
	}
	return s
}

const (
	kindTemplates              = "templates"
	kindEndpoints              = "endpoints"
	kindPods                   = "pods"
	kindNetworkVolumes         = "networkVolumes"
	kindContainerRegistryAuths = "containerRegistryAuths"
)

// object is what every kind of stored object can tell about itself.
type object interface {
	key() (id, name string)
	// holds lists the objects that cannot be deleted while this one exists.
	holds() []reference
}

// reference points to an object by its kind and id.
type reference struct{ kind, id string }

// inUse tells whether some object cannot do without the target. Every rule that refuses a delete asks here.
func (s *store) inUse(target reference) bool {
	for _, kind := range s.kinds {
		for _, held := range kind.held() {
			if held == target {
				return true
			}
		}
	}
	return false
}

// heldBy collects the ids of all objects of one kind that objects of another kind hold.
func (s *store) heldBy(holderKind, targetKind string) map[string]bool {
	ids := make(map[string]bool)
	if kind, ok := s.kinds[holderKind]; ok {
		for _, held := range kind.held() {
			if held.kind == targetKind {
				ids[held.id] = true
			}
		}
	}
	return ids
}

// collection holds the objects of one kind in the order of their creation. Objects go in and come out by value.
type collection[T object] struct {
	noun string // as in "<noun> not found"
	// fresh makes an object with the defaults of a create that leaves out everything.
	fresh func(id string) T
	byID  map[string]T
	order []string
	// planted marks the objects made behind the API's back and not updated over it since.
	planted map[string]bool
	// observe, if there is one, sees every object that goes in, however it is put there, and with nil every one that goes.
	observe func(id string, value *T)
}

func newCollection[T object](noun string, fresh func(id string) T) *collection[T] {
	return &collection[T]{noun: noun, fresh: fresh, byID: make(map[string]T), planted: make(map[string]bool)}
}

// find returns the object or the service's 404.
func (c *collection[T]) find(id string) (T, error) {
	value, ok := c.byID[id]
	if !ok {
		return value, notFound("%s not found", c.noun)
	}
	return value, nil
}

// all returns the objects that keep selects, never nil: a list without members is [].
func (c *collection[T]) all(keep func(T) bool) []T {
	values := []T{}
	for _, id := range c.order {
		if value := c.byID[id]; keep(value) {
			values = append(values, value)
		}
	}
	return values
}

// save creates or overwrites an object on behalf of the API.
func (c *collection[T]) save(value T) {
	id, _ := value.key()
	c.place(id, value)
	delete(c.planted, id)
}

func (c *collection[T]) place(id string, value T) {
	if _, exists := c.byID[id]; !exists {
		c.order = append(c.order, id)
	}
	c.byID[id] = value
	if c.observe != nil {
		c.observe(id, &value)
	}
}

func (c *collection[T]) remove(id string) bool {
	if _, exists := c.byID[id]; !exists {
		return false
	}
	delete(c.byID, id)
	delete(c.planted, id)
	at := slices.Index(c.order, id)
	c.order = slices.Delete(c.order, at, at+1)
	if c.observe != nil {
		c.observe(id, nil)
	}
	return true
}

// vacant makes ids until one is free.
func (c *collection[T]) vacant(next func() string) string {
	for {
		id := next()
		if _, taken := c.byID[id]; !taken {
			return id
		}
	}
}

// nameIsFree holds the rule of the kinds whose names are unique in the account. An object may keep its own name.
func (c *collection[T]) nameIsFree(name *string, ownID string) error {
	if name == nil {
		return nil
	}
	for _, value := range c.byID {
		if id, taken := value.key(); taken == *name && id != ownID {
			return ruleBroken("name must be unique")
		}
	}
	return nil
}
