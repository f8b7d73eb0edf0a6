package account

import "encoding/json"

// objectSize is about what an object takes beside its texts.
const objectSize = 1 << 10

// Bytes is about what all objects take in memory. What has been billed is not in it: see maxIntervals.
func (a *Account) Bytes() int64 {
	var sum int64
	for _, kind := range a.kinds {
		sum += kind.size()
	}
	return sum
}

// sizeOf is about what an object takes in memory. It goes by its JSON, which has all of its texts.
func sizeOf(object any) int64 {
	text, err := json.Marshal(object)
	if err != nil {
		return objectSize // It has no text that JSON could not have.
	}
	return objectSize + int64(len(text))
}

// resize counts an object that is new, has changed, or is gone.
func (c *Collection[T]) resize(id string, size int64) {
	c.bytes += size - c.sizes[id]
	if size == 0 {
		delete(c.sizes, id)
		return
	}
	c.sizes[id] = size
}

func (c *Collection[T]) size() int64 { return c.bytes }
