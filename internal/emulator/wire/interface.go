package wire

import "strings"

// Interface has the properties that the operations below one prefix share on the wire.
type Interface struct {
	// Prefix of the escaped path, with its final slash.
	Prefix string
	// MaxBody is the size in bytes of the largest body that any operation takes.
	MaxBody int64
	// ObjectsOnly says that every body is a JSON object. The journal keeps no other bodies.
	ObjectsOnly bool
	// BareKeys says that a key is taken without "Bearer " too.
	BareKeys bool
	// Unauthorized is the message of a 401.
	Unauthorized string
	// ErrorBody returns the value that the body of an error encodes.
	ErrorBody func(*Error) any
}

// interfaceOf finds the interface of a request's escaped path.
func interfaceOf(interfaces []Interface, path string) *Interface {
	for i := range interfaces {
		if strings.HasPrefix(path, interfaces[i].Prefix) {
			return &interfaces[i]
		}
	}
	return &interfaces[0]
}
