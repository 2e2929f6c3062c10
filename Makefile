# Everything that is done with the project. `make` lists the targets.
#
#   PORT         where make run serves          (8080)
#   BASE         path that the site lives under (/)
#   ORIGIN       scheme and host of the site, for canonical links and the site map
#   TABLES_PORT  where the Table endpoint is    (10002)
#   DATA         file that keeps its tables     (none)
#   LOAD         model of the service that its requests wait for: today, 2010 or a file (none)
#   DECISIONS    how fast that model splits and moves ranges: real or quick (real)
#   FOR          how long make hold takes        (30m)
#   KILL         time between two of its kills   (5m)

PORT ?= 8080
BASE ?= /
ORIGIN ?=
TABLES_PORT ?= 10002
DATA ?=
LOAD ?=
DECISIONS ?= real
FOR ?= 30m
KILL ?= 5m

MAKEFLAGS += --no-print-directory
TOOL := build/.tool/keyrange
PACKAGES := web/node_modules/.package-lock.json
CLIENT_PACKAGES := build/conformance/node/node_modules/.package-lock.json
AZURITE_PACKAGES := build/conformance/azurite/node_modules/.package-lock.json
BENCH_PACKAGES := web/bench/node_modules/.package-lock.json
GO_SOURCES := $(shell find app build engine lessons -name '*.go' -o -name '*.txt' 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help run tables tool site test conformance crash hold bench-wire fuzz bench calibrate clean tools

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: $(TOOL) $(PACKAGES) ## Build the site and serve it, and the Table endpoint, on this machine (PORT, BASE, TABLES_PORT, DATA, LOAD)
	@$(TOOL) run -port '$(PORT)' -base '$(BASE)' -origin '$(ORIGIN)' -tables-port '$(TABLES_PORT)' -data '$(DATA)' -load '$(LOAD)' -decisions '$(DECISIONS)'

tables: $(TOOL) ## Serve the Table endpoint on this machine (TABLES_PORT, DATA, LOAD)
	@$(TOOL) tables -tables-port '$(TABLES_PORT)' -data '$(DATA)' -load '$(LOAD)' -decisions '$(DECISIONS)'

tool: $(TOOL) ## Build the one program, build/.tool/keyrange, which serves tables anywhere
	@echo '$(TOOL) is built. Copy it where you like: keyrange tables serves the Table endpoint, keyrange -h lists the rest.'

site: $(TOOL) $(PACKAGES) ## Write the static site to dist/ (BASE, ORIGIN)
	@$(TOOL) site -base '$(BASE)' -origin '$(ORIGIN)'

test: $(TOOL) $(PACKAGES) $(CLIENT_PACKAGES) ## Run every check, in a browser too
	@$(TOOL) check

conformance: $(TOOL) $(CLIENT_PACKAGES) $(AZURITE_PACKAGES) ## Hold the Table endpoint to the rules and the official clients, beside Azurite
	@$(TOOL) conformance -azurite

crash: tools ## Kill the Table endpoint 200 times under load and look for what is lost
	@KEYRANGE_CRASHES=200 go test -count=1 -timeout 10m -run '^TestCrash$$' -v ./build/endpoint

hold: $(TOOL) ## Hold the Table endpoint at its full rate, kill it again and again, and look for what is lost (FOR, KILL)
	@$(TOOL) hold -for '$(FOR)' -kill '$(KILL)'

bench-wire: $(TOOL) $(AZURITE_PACKAGES) ## Measure the Table endpoint beside Azurite and a ceiling
	@$(TOOL) bench-wire

fuzz: tools ## Run the randomised tests with a new seed, and every fuzz target for 60 seconds
	@build/fuzz.sh 60s

# Every limit on time and memory is held here, so that no check depends on how busy
# a machine is. All are measured before one that is missed ends it with an error.
bench: $(TOOL) $(PACKAGES) $(BENCH_PACKAGES) ## Run the benchmarks, in a browser too: against databases, and against limits on time and memory
	@go test -run '^$$' -bench . -benchmem ./engine/...
	@echo 'The simulator in WebAssembly:'
	@$(TOOL) node-test -run '^$$' -bench 'Requests|Frame' ./engine/sim
	@go test -run '^$$' -bench . -count 5 ./build/bench
	@echo 'The Table endpoint, and its start with a million entities:'
	@go test -run '^$$' -bench . ./build/endpoint
	@mkdir -p build/.tool/bench
	@$(TOOL) program ./build/bench/wasm build/.tool/bench/bench.wasm
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" build/.tool/bench/
	@$(TOOL) site -out build/.tool/bench/site
	@missed=0; node web/bench/run.mjs build/.tool/bench || missed=1; \
	  echo 'The pages of the site:'; node web/bench/limits.mjs build/.tool/bench/site || missed=1; exit $$missed

calibrate: $(TOOL) ## Hold the simulator against published measurements
	@$(TOOL) calibrate

clean: ## Remove what was built and installed
	@rm -rf dist build/.tool web/node_modules web/bench/node_modules build/conformance/node/node_modules build/conformance/azurite/node_modules

# One line per missing tool, before anything starts.
tools:
	@for t in go:'Go 1.26 or newer' node:'Node 20 or newer' npm:'npm, which comes with Node'; do \
	  command -v $${t%%:*} >/dev/null || { echo "$${t%%:*} is missing: install $${t#*:}" >&2; exit 1; }; done
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { echo "node is too old: install Node 20 or newer" >&2; exit 1; }

$(TOOL): $(GO_SOURCES) go.mod go.sum | tools
	@go build -buildvcs=false -o $@ ./build

$(PACKAGES): web/package.json web/package-lock.json web/.npmrc | tools
	@cd web && npm ci --ignore-scripts --loglevel=error
	@touch $@

# The official client of the Table service for JavaScript, and the emulator that
# the endpoint is compared with.
$(CLIENT_PACKAGES) $(AZURITE_PACKAGES): build/conformance/%/node_modules/.package-lock.json: build/conformance/%/package.json build/conformance/%/package-lock.json build/conformance/%/.npmrc | tools
	@cd build/conformance/$* && npm ci --ignore-scripts --loglevel=error
	@touch $@

# What the engine is measured against: nothing else needs it.
$(BENCH_PACKAGES): web/bench/package.json web/bench/package-lock.json web/bench/.npmrc | tools
	@cd web/bench && npm ci --ignore-scripts --loglevel=error
	@touch $@
