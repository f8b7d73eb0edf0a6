package client_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// speaks answers every connection with these bytes, whatever it is asked, once the request's head has come. It returns
// the URL.
func speaks(t *testing.T, text string) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer connection.Close()
				head := make([]byte, 64<<10)
				if _, err := connection.Read(head); err == nil {
					_, _ = io.WriteString(connection, text)
				}
			}()
		}
	}()
	return "http://" + listener.Addr().String()
}

// Whatever part of an answer quotes a secret, whatever the answer is: neither the error nor what is told to the log has
// it.
func TestSecrets_quotedAnywhere(t *testing.T) {
	t.Parallel()
	const (
		key    = "pfk_KEY0123456789abcdef"
		secret = "correct horse \"battery\" staple/9"
		inJSON = `correct horse \"battery\" staple/9`
	)
	const both = key + " and " + inJSON
	head := func(status int, headers, body string) string {
		return fmt.Sprintf("HTTP/1.1 %d Whatever\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s", status, headers,
			len(body), body)
	}
	page := "<html><head><title>Oops " + key + "</title></head><body><pre>correct horse &quot;battery&quot; staple/9</pre>"
	for name, text := range map[string]string{
		"message":              head(400, "", `{"error":"bad: `+both+`","status":400}`),
		"message of many":      head(400, "", `{"error":"bad","message":"`+both+`","errors":["`+both+`",{"detail":"`+both+`"}]}`),
		"problems":             head(400, "", `{"error":"bad","problems":["`+both+`","`+both+`"]}`),
		"code":                 head(400, "", `{"error":"bad","code":"`+both+`"}`),
		"detail and title":     head(409, "", `{"title":"`+key+`","detail":"`+inJSON+`"}`),
		"array":                head(400, "", `["`+both+`"]`),
		"unknown shape":        head(400, "", `{"given":{"password":"`+inJSON+`"},"auth":"Bearer `+key+`"}`),
		"text":                 head(400, "", "bad: "+key+"\n"+secret),
		"page":                 head(502, "Content-Type: text/html\r\n", page),
		"page of a front end":  head(200, "Content-Type: text/html\r\n", page),
		"broken JSON":          head(400, "", `{"error":"bad: `+both),
		"cut message":          head(400, "", `{"error":"bad `+strings.Repeat("x", 280)+" "+both+`"}`),
		"message that was cut": head(400, "", `{"error":"bad value correct horse \"battery\" st…; pfk_KEY0123456789ab…"}`),
		"request ID":           head(400, "X-Request-Id: "+key+"\r\n", `{"error":"bad"}`),
		"location of a redirect": head(302,
			"Location: https://x/?key="+key+"&p=correct%20horse+%22battery%22%20staple%2F9\r\n", ""),
		"id of an object": head(200, "", `{"id":"`+both+`"}`),
		"wrong type":      head(200, "", `"`+both+`"`),
		"no HTTP":         "GET /" + key + " " + secret + "\r\n\r\n",
		"status line":     "HTTP/1.1 " + key + " " + secret + "\r\n\r\n",
		"header":          "HTTP/1.1 200 OK\r\nAuthorization Bearer " + key + "\r\n\r\n",
		"length":          "HTTP/1.1 200 OK\r\nContent-Length: " + key + "\r\n\r\n",
		"encoding":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + key + "\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var logged strings.Builder
			c := newClient(t, speaks(t, text)+"/v1", func(config *client.Config) {
				config.APIKey, config.MaxRetries = key, 0
				config.ObserveAttempt = func(_ context.Context, a transport.Attempt) { fmt.Fprintf(&logged, "%+v\n", a) }
			})
			ctx := redact.With(t.Context(), secret)
			_, read := c.Templates.Get(ctx, "t1")
			_, create := c.PostTemplate(ctx, aCreate)
			remove := c.Templates.Delete(ctx, "t1")
			_, job := c.RunJob(ctx, "e1", jobs.Submission{Input: []byte(`{}`)})
			for what, err := range map[string]error{"read": read, "create": create, "delete": remove, "job": job} {
				if err == nil && (what == "read" || what == "create" && !strings.Contains(name, "id of")) {
					t.Errorf("%s: no error", what) // A delete and a job expect less of an answer.
				}
				if err != nil {
					fmt.Fprintf(&logged, "%v %+v\n", err, err)
				}
			}
			for _, part := range []string{"KEY01234", "0123456789ab", "correct horse", "battery", "staple"} {
				if strings.Contains(logged.String(), part) {
					t.Errorf("%s is in\n%s", part, logged.String())
				}
			}
		})
	}
}

// No redirect takes the key, or the body, anywhere: not to another host, not to plain HTTP, not to the same host.
func TestSecrets_noRedirectIsFollowed(t *testing.T) {
	t.Parallel()
	for _, status := range []int{300, 301, 302, 303, 307, 308} {
		elsewhere := serve(t, answer{status: 200, body: aTemplate})
		host := elsewhere.Listener.Addr().String()
		for _, to := range []string{"http://" + host + "/v1/templates/t1", "//" + host + "/", "/v1/x"} {
			answers := make([]answer, 4)
			for i := range answers {
				answers[i] = answer{status: status, header: map[string]string{"Location": to}}
			}
			s := serve(t, answers...)
			c := s.client(t)
			_, read := c.Templates.Get(t.Context(), "t1")
			_, create := c.PostTemplate(t.Context(), aCreate)
			remove := c.Templates.Delete(t.Context(), "t1")
			_, job := c.RunJob(t.Context(), "e1", jobs.Submission{Input: []byte(`{}`)})
			for what, err := range map[string]error{"read": read, "create": create, "delete": remove, "job": job} {
				if err == nil || transport.IsNotFound(err) || fleet.IsGone(err) {
					t.Errorf("%d to %s: %s: %v", status, to, what, err)
				}
			}
			if asked := len(s.requests()); asked != 4 || len(elsewhere.requests()) != 0 {
				t.Errorf("%d to %s: %d requests here, %d there", status, to, asked, len(elsewhere.requests()))
			}
		}
	}
}

// A certificate that does not verify ends it before the key is sent.
func TestSecrets_certificatesAreVerified(t *testing.T) {
	t.Parallel()
	asked := 0
	s := startTLS(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	_, err := newClient(t, s.URL+"/v1").Templates.Create(t.Context(), aCreate)
	if err == nil || transport.OutcomeUnknown(err) || !strings.Contains(err.Error(), "certificate") || asked != 0 {
		t.Errorf("%v, after %d requests", err, asked)
	}
}
