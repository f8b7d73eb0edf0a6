package emulator_test

import (
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The libraries of others work with the image emulator/openai, each with the tests in its folder.
func TestOpenAI_libraries(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds and runs other programs")
	}
	for folder, command := range map[string][]string{
		"openai-go": {"go", "test", "-vet=off", "-count=1", "."},
		"openai-js": {"node", "--test"},
	} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			dir := "../../tools/" + folder
			files, err := os.ReadDir(dir) // Go runs the test again when one has changed.
			if err != nil {
				t.Fatal(err)
			}
			installed := slices.ContainsFunc(files, func(file os.DirEntry) bool { return file.Name() == "node_modules" })
			if command[0] == "node" && !installed {
				t.Skip("to run this: npm ci --prefix tools/openai-js")
			}
			a := start(t, emulator.Options{AutoAdvance: true})
			template := a.create("/templates",
				`{"name":"t","imageName":"emulator/openai","isServerless":true,"env":{"MODEL":"team/chat-8b"}}`)
			q := a.queueOn(template, `"workersMin":1`)
			run := exec.CommandContext(t.Context(), command[0], command[1:]...)
			run.Dir = dir
			run.Env = append(os.Environ(), "OPENAI_BASE_URL="+q.QueueURL()+"/"+q.id+"/openai/v1",
				"OPENAI_API_KEY="+q.APIKey(), "NO_PROXY=127.0.0.1")
			if output, err := run.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}
