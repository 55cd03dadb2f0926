#!/bin/sh
# The entry point of a container: where SEED says how many orders tests want, it makes them before the service starts, and
# leaves their ids beside the database. A new container is a new store.
set -eu
if [ -n "${SEED:-}" ]; then
  printf '%s' "$SEED" | "$@" seed > "$ORDERS_DB.orders.json"
fi
exec "$@"
