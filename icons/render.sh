#!/usr/bin/env bash
# Renders the SVG sources to the files the program and its packages carry.
# Needs: apt-get install librsvg2-bin imagemagick icnsutils
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for size in 16 24 32 48 64 128 256 512 1024; do
  rsvg-convert --width "$size" --height "$size" loopback.svg --output "$work/$size.png"
done
cp "$work/32.png" 32x32.png
cp "$work/128.png" 128x128.png
cp "$work/256.png" "128x128@2x.png"
cp "$work/512.png" icon.png
convert "$work/16.png" "$work/24.png" "$work/32.png" "$work/48.png" "$work/64.png" "$work/256.png" icon.ico
png2icns icon.icns "$work/16.png" "$work/32.png" "$work/48.png" "$work/128.png" "$work/256.png" "$work/512.png" "$work/1024.png" >/dev/null

for name in tray tray-waiting; do
  rsvg-convert --width 64 --height 64 "$name.svg" --output "$name.png"
done
