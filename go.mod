module github.com/keyrange/keyrange

go 1.26
