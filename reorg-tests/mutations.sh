#!/bin/sh
# Shows that the suite can fail: puts each fault of src/mutations into a copy of the committed sources, one at a time, and
# runs the tests that the patch names, which must then fail.
#   reorg-tests/mutations.sh [NAME...]     all, or those of these names (without .patch)
set -eu
root=$(cd "$(dirname -- "$0")/.." && pwd)
patches=$root/reorg-tests/src/mutations
work=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$work/copy" 2>/dev/null; rm -rf "$work"' EXIT
git -C "$root" worktree add --quiet --detach "$work/copy" HEAD
cd "$work/copy"

field() { sed -n "s/^$1: //p" "$2" | head -n 1; }

missed=0
[ $# -gt 0 ] || set -- $(cd "$patches" && ls ./*.patch | sed 's|^\./||; s|\.patch$||')
for name in "$@"; do
  patch=$patches/$name.patch
  module=$(field Module "$patch")
  tests=$(field Test "$patch")
  git apply "$patch"
  rm -rf "$module/target/surefire-reports"
  if mvn -o -q -B -pl "$module" -am test "-Dtest=$tests" -Dsurefire.failIfNoSpecifiedTests=false -Dformat.skip=true \
      -Dmaven.compiler.failOnWarning=false >"$work/log" 2>&1; then
    verdict='NOT CAUGHT'
  elif grep -qsE '<(failure|error)' "$module"/target/surefire-reports/*.xml; then
    verdict=caught
  else
    verdict='NOT RUN: it does not compile'
  fi
  [ "$verdict" = caught ] || { missed=$((missed + 1)); tail -n 20 "$work/log"; }
  printf '%-32s %-28s %s: %s\n' "$name" "$verdict" "$tests" "$(field Fault "$patch")"
  git checkout --quiet -- .
done
[ "$missed" -eq 0 ]
