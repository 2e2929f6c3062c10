#!/bin/sh
# An S3-like bucket: bucket.sh dist s3://name [--endpoint-url ADDRESS]
#
# A bucket knows no endings and sends one form of a file. So each page goes up under
# its address without an ending, and texts go up as their gzip twins.
set -eu
from=$1 to=$2
shift 2

kind() {
  case $1 in
    *.html) echo 'text/html; charset=utf-8' ;;
    *.css) echo 'text/css; charset=utf-8' ;;
    *.js) echo 'text/javascript; charset=utf-8' ;;
    *.json) echo application/json ;;
    *.csv) echo 'text/csv; charset=utf-8' ;;
    *.txt) echo 'text/plain; charset=utf-8' ;;
    *.xml) echo application/xml ;;
    *.svg) echo image/svg+xml ;;
    *.png) echo image/png ;;
    *.woff2) echo font/woff2 ;;
    *.wasm) echo application/wasm ;;
    *.webmanifest) echo application/manifest+json ;;
    *) echo application/octet-stream ;;
  esac
}

# put sends one file under one key; the twin that is compressed goes up where there
# is one.
put() {
  file=$1 key=$2 name=$3
  shift 3
  case $name in
    assets/* | web/*) age='public, max-age=31536000, immutable' ;;
    *) age=no-cache ;;
  esac
  if [ -f "$file.gz" ]; then
    aws s3 cp "$file.gz" "$to/$key" --content-encoding gzip --content-type "$(kind "$name")" --cache-control "$age" "$@"
  else
    aws s3 cp "$file" "$to/$key" --content-type "$(kind "$name")" --cache-control "$age" "$@"
  fi
}

cd "$from"
find . -type f ! -name '*.gz' ! -name '*.br' | while read -r file; do
  name=${file#./}
  put "$file" "$name" "$name" "$@"
  case $name in
    *.html) put "$file" "${name%.html}" "$name" "$@" ;;
  esac
done
