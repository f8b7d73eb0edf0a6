package emulator

import (
	"cmp"
	"embed"
	"net/http"
	"path"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// consolePath is the page that shows the emulator in a browser.
const consolePath = controlPrefix + "console/"

// consoleFiles are the page. It is the same for everybody: it gets all that it shows from the control interface, as any
// other client does.
//
//go:embed console
var consoleFiles embed.FS

// consoleTypes are the content types of the files, by extension.
var consoleTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// consoleHeader keeps a browser from running, loading, sending to or showing the page in anything but this server.
var consoleHeader = http.Header{
	"Content-Security-Policy": {"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
		"connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; " +
		"require-trusted-types-for 'script'; trusted-types 'none'"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Referrer-Policy":            {"no-referrer"},
}

// ConsoleURL returns the address of the console.
func (s *Server) ConsoleURL() string { return cmp.Or(s.options.PublicURL, s.URL()) + consolePath }

func (c control) console(r *wire.Request) (any, error) {
	name := cmp.Or(r.PathValue("file"), "index.html")
	content, err := consoleFiles.ReadFile(path.Join("console", path.Base(name)))
	if err != nil {
		return nil, wire.NotFound("the console has no file %.100q", name)
	}
	return wire.File{Type: consoleTypes[path.Ext(name)], Header: consoleHeader, Body: content}, nil
}

// openSession exchanges the control token for a cookie.
func (c control) openSession(r *wire.Request, given struct {
	Token string `json:"token"`
}) (any, error) {
	header, err := c.wire.OpenSession(r, given.Token)
	if err != nil {
		return nil, err
	}
	return wire.WithHeader{Header: header, Value: map[string]string{"status": "ok"}}, nil
}
