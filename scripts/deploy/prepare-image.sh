#!/usr/bin/env bash
# Unpacks the archives of a release into the folder that the image is built from: prepare-image.sh <archives> <folder>.
set -euo pipefail
archives=$1 folder=$2
mkdir -p "$folder/empty"
for target in x64:amd64 arm64:arm64; do
  archive=$(ls "$archives"/crier-*-linux-"${target%:*}".tar.gz)
  tar -xzf "$archive" -C "$folder" --strip-components 1
  mv "$folder/crier" "$folder/crier-linux-${target#*:}"
done
