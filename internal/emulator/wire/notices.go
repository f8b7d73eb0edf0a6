package wire

import (
	"log/slog"
	"sync"
)

// Notices are log lines about events that clients can cause as often as they like, so each is written once.
type Notices struct {
	logger *slog.Logger
	said   sync.Map // of messages
}

// NewNotices returns notices that have not written any line.
func NewNotices(logger *slog.Logger) *Notices { return &Notices{logger: logger} }

// Once writes a message as a warning, with the details of its first occurrence.
func (n *Notices) Once(message string, details ...any) {
	if _, said := n.said.LoadOrStore(message, true); !said {
		n.logger.Warn(message+"; this is not said again", details...)
	}
}
