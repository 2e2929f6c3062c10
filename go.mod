module github.com/keyrange/keyrange

go 1.26

require (
	github.com/maxence-charriere/go-app/v10 v10.1.11
	github.com/tidwall/btree v1.8.2
	github.com/yuin/goldmark v1.8.7
)

require github.com/google/uuid v1.6.0 // indirect
