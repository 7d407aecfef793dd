// Filters records by a predicate in Go. With the library in DIR:
//
//	CGO_CFLAGS="-I Sources/Checking/PredicateLibrary/include" CGO_LDFLAGS="-L DIR -lopenpredicate -Wl,-rpath,DIR" go run examples/c-library/example.go
package main

/*
#include <stdlib.h>
#include <openpredicate.h>
*/
import "C"

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"unsafe"
)

// Options say what takes the predicate, and the values of its variables.
type Options struct {
	Profile   string         `json:"profile,omitempty"`
	Variables map[string]any `json:"variables,omitempty"`
}

// decoded reads an answer of the library into a value, and frees it.
func decoded(answer *C.char, value any) error {
	if answer == nil {
		return errors.New("out of memory")
	}
	defer C.openpredicate_free(answer)
	text := []byte(C.GoString(answer))
	var failure struct{ Error *struct{ Message string } }
	if err := json.Unmarshal(text, &failure); err != nil {
		return err
	}
	if failure.Error != nil {
		return errors.New(failure.Error.Message)
	}
	return json.Unmarshal(text, value)
}

// call passes texts of Go to a function of the library.
func call(function func(texts []*C.char) *C.char, value any, texts ...string) error {
	converted := make([]*C.char, len(texts))
	for index, text := range texts {
		converted[index] = C.CString(text)
		defer C.free(unsafe.Pointer(converted[index]))
	}
	return decoded(function(converted), value)
}

func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	return string(encoded)
}

// Filter gives the records for which a predicate holds.
func Filter[Record any](predicate string, records []Record, options Options) ([]Record, error) {
	var lines bytes.Buffer
	for _, record := range records {
		lines.WriteString(text(record) + "\n")
	}
	var answer struct{ Matches []int }
	err := call(func(texts []*C.char) *C.char {
		return C.openpredicate_filter(texts[0], texts[1], C.size_t(lines.Len()), texts[2])
	}, &answer, predicate, lines.String(), text(options))
	var found []Record
	for _, line := range answer.Matches {
		found = append(found, records[line-1])
	}
	return found, err
}

// Format gives the canonical form of a predicate.
func Format(predicate string) (string, error) {
	var answer struct{ Canonical string }
	err := call(func(texts []*C.char) *C.char { return C.openpredicate_format(texts[0], nil) }, &answer, predicate)
	return answer.Canonical, err
}

// Holds says whether a predicate holds of a record.
func Holds(predicate string, record any) (bool, error) {
	var answer struct{ Holds bool }
	err := call(func(texts []*C.char) *C.char {
		return C.openpredicate_evaluate(texts[0], texts[1], nil)
	}, &answer, predicate, text(record))
	return answer.Holds, err
}

// Check gives the codes of what is wrong with a predicate.
func Check(predicate string, options Options) ([]string, error) {
	var answer struct{ Findings []struct{ Code string } }
	err := call(func(texts []*C.char) *C.char { return C.openpredicate_check(texts[0], texts[1]) }, &answer, predicate, text(options))
	var codes []string
	for _, finding := range answer.Findings {
		codes = append(codes, finding.Code)
	}
	return codes, err
}

type movie struct {
	Title string `json:"title"`
	Year  int    `json:"year"`
}

func main() {
	movies := []movie{{"Alien", 1979}, {"Brazil", 1985}, {"Élisa", 1995}}
	options := Options{Variables: map[string]any{"least": 1980}}
	fmt.Println(Filter("year > $least AND title BEGINSWITH[d] 'E'", movies, options))
	fmt.Println(Format("year>1980&&title=='Alien'"))
	fmt.Println(Holds("year > 1980", movies[0]))
	fmt.Println(Check("@invalid == 'AppleTV'", Options{Profile: "ddm"}))
	_, err := Holds("year >", movies[0])
	fmt.Println(err)
}
