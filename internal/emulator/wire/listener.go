package wire

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Listener is a listener with a bounded number of connections. One too many is answered with 503 and closed.
type Listener struct {
	net.Listener
	maxOpen int64
	open    atomic.Int64
	refused atomic.Int64 // that are being answered
	notices *Notices
}

// AddressOf returns the address of a listener; the zero value for nil and for a listener that is not of TCP.
func AddressOf(listener net.Listener) netip.AddrPort {
	if listener == nil {
		return netip.AddrPort{}
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok {
		return tcp.AddrPort()
	}
	return netip.AddrPort{}
}

// IsBeyondLoopback reports whether clients on other machines can connect to a listener at an address; false for the
// zero value.
func IsBeyondLoopback(address netip.AddrPort) bool {
	return address.IsValid() && !address.Addr().Unmap().IsLoopback()
}

// NewListener bounds the connections that a listener accepts and that are open at the same time.
func NewListener(listener net.Listener, maxOpen int, logger *slog.Logger) *Listener {
	return &Listener{Listener: listener, maxOpen: int64(maxOpen), notices: NewNotices(logger)}
}

// Accept returns the next connection that is not one too many.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		connection, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= l.maxOpen {
			return &countedConn{Conn: connection, closed: sync.OnceFunc(func() { l.open.Add(-1) })}, nil
		}
		l.open.Add(-1)
		l.notices.Once("connections are refused: too many are open", "open", l.maxOpen)
		l.refuse(connection)
	}
}

const (
	// maxRefused is the number of connections that the listener refuses with an answer at the same time. The others are
	// closed without a word.
	maxRefused = 100
	// maxUnread is the maximum number of bytes that refuse reads from the client meanwhile.
	maxUnread = 1 << 20
	// refusalTimeout is the time that such an answer may take.
	refusalTimeout = time.Second
)

// refuse answers that the server has no room, and closes the connection. It reads the bytes that the client sends
// meanwhile: closing a connection with unread bytes resets it, and the client loses the answer.
func (l *Listener) refuse(connection net.Conn) {
	if l.refused.Add(1) > maxRefused {
		l.refused.Add(-1)
		_ = connection.Close()
		return
	}
	go func() {
		defer l.refused.Add(-1)
		defer connection.Close()
		const body = `{"error":"too many connections","status":503}` + "\n"
		if connection.SetDeadline(time.Now().Add(refusalTimeout)) != nil {
			return
		}
		_, err := fmt.Fprintf(connection, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"+
			"Retry-After: 1\r\nConnection: close\r\n\r\n%s", http.StatusServiceUnavailable,
			http.StatusText(http.StatusServiceUnavailable), len(body), body)
		if end, ok := connection.(interface{ CloseWrite() error }); err == nil && ok && end.CloseWrite() == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(connection, maxUnread)) // Until the client closes, or time is up.
		}
	}()
}

// countedConn is a connection that counts until it is closed.
type countedConn struct {
	net.Conn
	closed func()
}

func (c *countedConn) Close() error {
	c.closed()
	return c.Conn.Close()
}

// CloseWrite closes the side for writing. net/http calls it to end a connection from which it has not read everything.
func (c *countedConn) CloseWrite() error {
	if end, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return end.CloseWrite()
	}
	return nil
}
