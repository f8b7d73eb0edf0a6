package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// terminal opens a terminal: the side of its person, and that of programs.
func terminal(t *testing.T) (person, programs *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("this machine has no terminals: %v", err)
	}
	t.Cleanup(func() { _ = person.Close() })
	connection, err := person.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var number, locked int32
	err = connection.Control(func(fd uintptr) {
		for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &locked, syscall.TIOCGPTN: &number} {
			_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request,
				uintptr(unsafe.Pointer(value))) //nolint:gosec // The calls read or write a number of 32 bits.
			if errno != 0 {
				t.Error(errno)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	programs, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return person, programs
}

// In a terminal the command can read what is typed, and Ctrl-C reaches it once. SIGTERM from elsewhere is passed on.
func TestExec_inATerminal(t *testing.T) {
	t.Parallel()
	person, programs := terminal(t)
	cmd := command(t, "exec", "--", self(t), asChild)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = programs, programs, programs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := programs.Close(); err != nil {
		t.Error(err)
	}
	if err := person.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	screen := bufio.NewReader(person)
	var seen strings.Builder
	expect := func(want string) {
		t.Helper()
		for !strings.HasSuffix(seen.String(), want+"\r\n") {
			line, err := screen.ReadString('\n')
			if seen.WriteString(line); err != nil {
				t.Fatalf("%q, %v", seen.String(), err)
			}
		}
	}
	expect("ready")
	if _, err := person.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	expect("interrupt")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	expect("terminated")
	if _, err := person.WriteString("\x04"); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if n := strings.Count(seen.String(), "interrupt\r\n"); n != 1 {
		t.Errorf("Ctrl-C reached the command %d times: %q", n, seen.String())
	}
}
