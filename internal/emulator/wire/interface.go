package wire

import (
	"slices"
	"strings"
)

// Interface has the properties that the operations below one prefix share on the wire.
type Interface struct {
	// Name is the name by which fault rules choose the interface. Two places of one interface share it.
	Name string
	// Prefix of the escaped path, with its final slash.
	Prefix string
	// Elements are the elements behind Prefix that make a path one of this interface; nil is any. So two interfaces can
	// share a prefix: the one with Elements comes first.
	Elements []string
	// Below is the element behind the first one that makes a path one of this interface; empty is any.
	Below string
	// MaxBody is the size in bytes of the largest body that any operation takes.
	MaxBody int64
	// BareKeys says that a key is taken without "Bearer " too.
	BareKeys bool
	// Unauthorized is the message of a 401.
	Unauthorized string
	// Forbidden is the message of a 403, for a key that may not call the operation; empty is a 401, as for a wrong key.
	Forbidden string
	// TooLarge is the error for a body above MaxBody, before the key is checked; nil leaves it to the operation.
	TooLarge *Error
	// NoPath is the error for a path without operations; nil is a 404 with "not found".
	NoPath *Error
	// Rules have the contract's section about an error by its status, for errors without one of their own.
	Rules map[int]string
	// ErrorBody returns the value that the body of an error encodes.
	ErrorBody func(*Error) any
	// ErrorType is the content type of errors; empty is application/json.
	ErrorType string
	// Quotas are shown in every answer to a client with a key; nil is none. Handlers count requests against them.
	Quotas *Quotas
}

// interfaceOf finds the interface of the service that an escaped path belongs to.
func (s *Server) interfaceOf(path string) *Interface {
	for i := range s.config.Interfaces {
		if s.config.Interfaces[i].has(path) {
			return &s.config.Interfaces[i]
		}
	}
	return &s.config.Interfaces[0]
}

func (i *Interface) has(path string) bool {
	rest, ok := strings.CutPrefix(path, i.Prefix)
	element, rest, _ := strings.Cut(rest, "/")
	below, _, _ := strings.Cut(rest, "/")
	return ok && (i.Elements == nil || slices.Contains(i.Elements, element)) && (i.Below == "" || i.Below == below)
}
