package validators

import (
	"fmt"
	"regexp"
	"testing"
)

// isAPort reports whether a text is a port by the contract, but for the size of its number.
var isAPort = regexp.MustCompile(`\A[1-9][0-9]{0,4}/(http|tcp)\z`)

// A port is read exactly as it is written: what is read of it, written again, is the same text.
func FuzzParsePort(f *testing.F) {
	for _, text := range []string{
		"8888/http", "1/tcp", "65535/http", "65536/tcp", "0/tcp", "-1/tcp", "+22/tcp", "022/tcp", "22/udp", "22/TCP",
		"22", "22/", "/tcp",
		"22/tcp/", "22//tcp", " 22/tcp", "22/tcp\n", "2_2/tcp", "0x16/tcp", "22/tcp\x00", "٢٢/tcp",
		"18446744073709551638/tcp",
		"9223372036854775808/tcp", "22/http/tcp", "22/httptcp", "22/tcphttp",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, protocol, ok := ParsePort(text)
		var size int
		if isAPort.MatchString(text) {
			if _, err := fmt.Sscanf(text, "%d/", &size); err != nil {
				t.Fatal(err)
			}
		}
		if want := size >= 1 && size <= 65535; ok != want {
			t.Fatalf("%q is a port: %t", text, ok)
		}
		if again := fmt.Sprintf("%d/%s", number, protocol); ok && again != text {
			t.Errorf("%q is read as %q", text, again)
		}
	})
}
