package suite

import "testing"

func TestCases(t *testing.T) {
	all, core := Cases("open"), Cases("open", "core")
	if len(core) == 0 || len(core) >= len(all) || len(Cases("apple")) >= len(all) || len(Cases("none")) != 0 {
		t.Error(len(all), len(core))
	}
	seen := map[string]bool{}
	for _, item := range append(all, Cases("apple")...) {
		seen[item.ID] = true
		if item.ID == "" || item.Rule == "" || (item.Format == nil) == (item.Expression == nil) || len(item.Expect) == 0 {
			t.Error(item)
		}
	}
	t.Log("version", Version(), "cases", len(seen))
}
