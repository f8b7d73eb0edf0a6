// Command bare answers /run and /status with the emulator's JSON, and does nothing else: it measures the cost of
// net/http and encoding/json by themselves. It prints its address as the emulator does.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os/signal"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "`address` to listen on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *listen); err != nil {
		log.Fatal(err)
	}
}

func serve(ctx context.Context, address string) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	url := "http://" + listener.Addr().String()
	fmt.Printf("PODFLEET_REST_URL=%s/v1\nPODFLEET_QUEUE_URL=%s/v2\nPODFLEET_API_KEY=none\n", url, url)
	server := &http.Server{Handler: handler(), ReadHeaderTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// submission is the body of /run.
type submission struct {
	Input   json.RawMessage `json:"input"`
	Webhook string          `json:"webhook"`
	Policy  json.RawMessage `json:"policy"`
}

// job is the answer of both operations.
type job struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

func handler() http.Handler {
	var submitted atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/{endpoint}/run", func(w http.ResponseWriter, r *http.Request) {
		var s submission
		if err := json.NewDecoder(r.Body).Decode(&s); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		answer(w, job{ID: "job-" + strconv.FormatInt(submitted.Add(1), 10), Status: "IN_QUEUE"})
	})
	mux.HandleFunc("GET /v2/{endpoint}/status/{job}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, job{ID: r.PathValue("job"), Status: "IN_QUEUE"})
	})
	return mux
}

func answer(w http.ResponseWriter, value job) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}
