#!/bin/sh
# Starts UNDOODLE_PROGRAM for its driver, with the tab UNDOODLE_TAB if there is one, and keeps what it says in UNDOODLE_SAID.
exec "$UNDOODLE_PROGRAM" "$@" $UNDOODLE_TAB 2>"$UNDOODLE_SAID"
