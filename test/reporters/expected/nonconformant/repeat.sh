#!/bin/sh
# nonconformant: https://orders.example/v1, 2026-11-21T03:00:00.000Z
# It sends to the address in STORE_ORDERS_BASE_URL, with the key in STORE_ORDERS_API_KEY, and cancels nothing where bad
# keys are refused. Lines that would cancel an order are comments.
[ -n "$STORE_ORDERS_BASE_URL" ] || { echo 'Set STORE_ORDERS_BASE_URL to your base address, with /v1.' >&2; exit 2; }
[ -n "$STORE_ORDERS_API_KEY" ] || { echo 'Set STORE_ORDERS_API_KEY to your API key.' >&2; exit 2; }
STORE_ORDERS_BASE_URL="${STORE_ORDERS_BASE_URL%/}"

# 1. Every 401 and 404 is `{"detail": …, "<b>": …}`. (fastapi-detail)
# In the log: 2026-11-21T09:00:00.100Z, X-Request-Id: <b>`4711`|\u001b[2J [[ATTACHMENT|/x]]
# This would cancel order 101, if it can be cancelled:
# curl -sS -i -X DELETE "$STORE_ORDERS_BASE_URL"'/store/orders/101' -H "Authorization: Bearer $STORE_ORDERS_API_KEY"

# 2. The base address does not end with its version. (base.version-prefix)
# No request of the interface repeats it: base address

# 3. An order repeats the member "note". (list.repeated-members)
curl -sS -i "$STORE_ORDERS_BASE_URL"'/store/orders' -H "Authorization: Bearer $STORE_ORDERS_API_KEY"
