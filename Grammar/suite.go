// Package suite has the conformance suite of the language that NSPredicate(format:) reads.
//
//	for _, item := range suite.Cases("open") {
//		fmt.Println(item.ID, string(item.Expect))
//	}
package suite

import (
	"embed"
	"encoding/json"
	"strings"
)

// Files are the files of the standard, as they lie in its folder.
//
//go:embed VERSION *.md *.ebnf *.json fetch/*.json change/*.json fixtures/*.json
var Files embed.FS

// A Case is one case of the suite. PROTOCOL.md says how its values are written; they stay JSON here, so that no number loses its type.
type Case struct {
	ID, Topic, Rule, Fixture, Entity, Level, Source string
	// Nil where the case has none: an empty text is a format too.
	Format, Expression, Canonical   *string
	Arguments                       []json.RawMessage
	Variables                       map[string]json.RawMessage
	Object, Expect                  json.RawMessage
	Dialects, Capabilities, Engines []string
}

// Version is the version of the suite.
func Version() string { return strings.TrimSpace(string(read("VERSION"))) }

// Cases are the cases of a dialect: "open" or "apple". With capabilities only those that need core and these.
func Cases(dialect string, capabilities ...string) []Case {
	var file struct{ Cases []Case }
	if err := json.Unmarshal(read("suite.json"), &file); err != nil {
		panic(err) // The file is part of the program.
	}
	var found []Case
	for _, item := range file.Cases {
		if contains(item.Dialects, dialect) && (capabilities == nil || within(item.Capabilities, capabilities)) {
			found = append(found, item)
		}
	}
	return found
}

func within(names, allowed []string) bool {
	for _, name := range names {
		if name != "core" && !contains(allowed, name) {
			return false
		}
	}
	return true
}

func contains(names []string, name string) bool {
	for _, candidate := range names {
		if candidate == name {
			return true
		}
	}
	return false
}

func read(file string) []byte {
	content, err := Files.ReadFile(file)
	if err != nil {
		panic(err) // The file is part of the program.
	}
	return content
}
