#!/bin/sh
# The compiler of the workspace's own crates in `npm test`: clippy's driver, which is the compiler with lints, so that they are linted and
# compiled in one pass. What takes time in these tests lies in the crates that they call, and benchmarks do not run here: to optimise them
# would take at least twice as long as it spares.
name=
for word in "$@"; do
  [ "$name" = next ] && name=$word && break
  [ "$word" = --crate-name ] && name=next
done
case "$name $* " in
  attack\ *" --test "* | bytes\ *" --test "* | drawing\ *" --test "* | editor\ *" --test "* | engine\ *" --test "* | formats\ *" --test "* | house\ *" --test "* | keeping\ *" --test "* | lab\ *" --test "* | past\ *" --test "* | steps\ *" --test "* | time\ *" --test "* | undoodle_history\ *" --test "*) exec clippy-driver "$@" -C opt-level=0 ;;
  *) exec clippy-driver "$@" ;;
esac
