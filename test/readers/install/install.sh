#!/bin/sh
# Installs readers of TAP and JUnit files that nobody here wrote, for readers.test.ts: sh test/readers/install/install.sh DIR,
# then READERS=DIR npx vitest run --project unit test/readers. Needs Python, Node, Java and Maven.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
cp "$here"/pom.xml "$here"/package*.json .
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check --require-hashes -r "$here/requirements.txt"
npm ci --silent --no-audit --no-fund
mvn --quiet --batch-mode dependency:copy-dependencies surefire-report:report-only
