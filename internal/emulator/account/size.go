package account

import "encoding/json"

// objectSize is the estimated size of an object without its texts, in bytes.
const objectSize = 1 << 10

// Bytes estimates the memory that all objects take. The records of billing are not in it: see maxIntervals.
func (a *Account) Bytes() int64 {
	var sum int64
	for _, kind := range a.kinds {
		sum += kind.size()
	}
	return sum + a.releases.bytes
}

// sizeOf estimates the memory that an object takes. It takes the length of its JSON, which has all of its texts.
func sizeOf(object any) int64 {
	text, err := json.Marshal(object)
	if err != nil {
		return objectSize // It has no text that JSON could not have.
	}
	return objectSize + int64(len(text))
}

// resize counts an object that the account has created, changed or deleted.
func (c *Collection[T]) resize(id string, size int64) {
	c.bytes += size - c.sizes[id]
	if size == 0 {
		delete(c.sizes, id)
		return
	}
	c.sizes[id] = size
}

func (c *Collection[T]) size() int64 { return c.bytes }
