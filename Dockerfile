# The command line, on Node and Alpine. It runs as a user without root rights, and on a read-only file system.
#   docker build -t store-orders-conformance .
#   docker run --rm --read-only --tmpfs /tmp -v "$PWD:/work" -e STORE_ORDERS_API_KEY store-orders-conformance \
#     run --base-url https://staging.example.com/v1 --fixtures store-orders-fixtures.yaml
FROM node:24.21.0-alpine3.24@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1 AS build
WORKDIR /suite
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-alpine3.24@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1
LABEL org.opencontainers.image.title="store-orders-conformance" \
      org.opencontainers.image.licenses="Apache-2.0"
# The program needs only Node; package managers would add attack surface.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg
COPY --from=build /suite/package.json /suite/LICENSE /opt/store-orders-conformance/
COPY --from=build /suite/dist /opt/store-orders-conformance/dist
# The user `node`, by number: Kubernetes checks `runAsNonRoot` only against a number.
USER 1000:1000
WORKDIR /work
# Started without a shell, so that Node itself gets the signal of `docker stop`, and the run writes its reports.
ENTRYPOINT ["node", "/opt/store-orders-conformance/dist/cli.js"]
CMD ["--help"]
