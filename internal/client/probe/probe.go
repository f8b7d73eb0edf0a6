// Package probe asks the program behind a public port of a pod whether it answers, over plain HTTP. It sends no key, no
// body and no header of the configuration, and follows no redirect.
package probe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	neturl "net/url"
	"strconv"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// Check is the answer that a pod has to give.
type Check struct {
	// Port is a TCP port of the pod, as in its ports.
	Port int64
	// Path begins with a slash, and may have a query.
	Path   string
	Status int64
}

// patience bounds one question: a program that accepts a connection and says nothing is not ready.
const patience = 10 * time.Second

// asker has no connections that outlive a question: a program that restarts is asked on a new one.
var asker = &http.Client{
	Timeout:       patience,
	Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// URL returns where the pod is asked; empty while its port has no public address.
func (c Check) URL(p api.Pod) string {
	public := p.PortMappings.Or(nil)[strconv.FormatInt(c.Port, 10)]
	if ip := net.ParseIP(p.PublicIP.Or("")); ip == nil || public == 0 {
		return ""
	}
	return "http://" + net.JoinHostPort(p.PublicIP.Or(""), strconv.FormatInt(public, 10)) + c.Path
}

// Ask asks once, and returns what is in the way: nil if the pod answered as it has to. An answer with another status is
// one thing, and no answer another: then the pod may well work, and this machine cannot reach it.
func (c Check) Ask(ctx context.Context, url string) error {
	isConnected := false
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { isConnected = true }}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := asker.Do(request)
	if err != nil {
		var failed *neturl.Error // Its text has the whole URL.
		if errors.As(err, &failed) {
			err = failed.Err
		}
		if !isConnected {
			return fmt.Errorf("not reachable from here: %w", err)
		}
		return fmt.Errorf("connected, and got no HTTP answer: %w", err)
	}
	_ = response.Body.Close() // Only the status counts.
	if response.StatusCode != int(c.Status) {
		return fmt.Errorf("answered %d", response.StatusCode)
	}
	return nil
}
