#!/bin/sh
# The compiler of the workspace's own crates in `npm test`: clippy's driver, which is the compiler with lints, so that they are linted and
# compiled in one pass. The tests of these floors are long, and what takes time in them lies in the crates that they call: to optimise the
# tests themselves would take twice as long as it spares.
name=
for word in "$@"; do
  [ "$name" = next ] && name=$word && break
  [ "$word" = --crate-name ] && name=next
done
case "$name $* " in
  drawing\ *" --test "* | editor\ *" --test "* | engine\ *" --test "* | formats\ *" --test "* | undoodle_history\ *" --test "*) exec clippy-driver "$@" -C opt-level=0 ;;
  *) exec clippy-driver "$@" ;;
esac
