package wire

import (
	"log/slog"
	"sync"
)

// notices are log lines about what strangers can cause as often as they like, so each is written once.
type notices struct {
	logger *slog.Logger
	said   sync.Map // of messages
}

func (n *notices) once(message string, details ...any) {
	if _, said := n.said.LoadOrStore(message, true); !said {
		n.logger.Warn(message+"; this is not said again", details...)
	}
}
