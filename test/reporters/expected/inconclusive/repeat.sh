#!/bin/sh
# inconclusive by the schemas of house: http://127.0.0.1:8080/v1, 2026-11-21T03:00:00.000Z
# It sends to the address in STORE_ORDERS_BASE_URL, with the key in STORE_ORDERS_API_KEY, and cancels nothing where bad
# keys are refused. Lines that would cancel an order are comments.
[ -n "$STORE_ORDERS_BASE_URL" ] || { echo 'Set STORE_ORDERS_BASE_URL to your base address, with /v1.' >&2; exit 2; }
[ -n "$STORE_ORDERS_API_KEY" ] || { echo 'Set STORE_ORDERS_API_KEY to your API key.' >&2; exit 2; }
STORE_ORDERS_BASE_URL="${STORE_ORDERS_BASE_URL%/}"
