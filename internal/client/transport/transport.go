// Package transport sends requests to a service over HTTP and reads the answers: one table of what is repeated, one
// kind of error, rate limits, and nothing secret in what it returns. It knows neither the kinds of objects of the
// service nor what a request is for: its callers say that in each Request, and in the functions of Config.
package transport
