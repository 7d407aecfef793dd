module predicate.example/suite

go 1.19
