#!/bin/sh
# The entry point of a container. If SEED says how many orders tests need, it makes them before the service starts, and writes
# their ids next to the database. A new container is a new store.
set -eu
if [ -n "${SEED:-}" ]; then
  printf '%s' "$SEED" | "$@" seed > "$ORDERS_DB.orders.json"
fi
exec "$@"
