#!/bin/sh
# Creates the certificates by which the services of compose.cluster.yaml authenticate: an authority, whose key no other
# service gets, and a certificate for each server, valid for a year. Each start renews a certificate in its last 60 days.
#   certificates.sh AUTHORITY TRUST  then for each server  FOLDER OWNER NAME[,NAME…]
set -eu
umask 077
authority=$1 trust=$2
shift 2
# Every account must be able to reach the folders above it.
(umask 022 && mkdir -p "$(dirname "$authority")" "$(dirname "$trust")")
mkdir -p "$authority" "$trust"

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }

if ! openssl x509 -in "$authority/ca.crt" -noout -checkend 15552000 2>/dev/null; then
  key "$authority/ca.key"
  openssl req -x509 -new -key "$authority/ca.key" -sha256 -days 3650 -subj '/CN=CAGED Analytics, inside' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -out "$authority/ca.crt"
fi
cp "$authority/ca.crt" "$trust/ca.crt"
chmod 755 "$trust"
chmod 644 "$trust/ca.crt"

while [ $# -ge 3 ]; do
  folder=$1 owner=$2 names=$3
  shift 3
  mkdir -p "$folder"
  if ! { openssl x509 -in "$folder/server.crt" -noout -checkend 5184000 &&
    openssl verify -CAfile "$authority/ca.crt" "$folder/server.crt"; } >/dev/null 2>&1; then
    key "$folder/server.key"
    openssl req -new -key "$folder/server.key" -subj "/CN=${names%%,*}" -out "$folder/server.csr"
    printf 'basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\nsubjectAltName=DNS:%s\n' \
      "$(echo "$names" | sed 's/,/,DNS:/g')" >"$folder/extensions"
    openssl x509 -req -in "$folder/server.csr" -CA "$authority/ca.crt" -CAkey "$authority/ca.key" -sha256 \
      -days 365 -extfile "$folder/extensions" -out "$folder/server.crt"
    rm "$folder/server.csr" "$folder/extensions"
  fi
  chown -R "$owner" "$folder"
done
