# The tail service. Build it from the root of the repository:
#   docker build -f collector/tail.Dockerfile -t toolspan-tail:0.1.0 .
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No install scripts: the compiler needs none, and the databases of the tests would only take time.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN node node_modules/typescript/bin/tsc -p tsconfig.build.json
RUN mv "$(npm pack --ignore-scripts --silent)" package.tgz

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /opt/toolspan
COPY --from=build /build/package.tgz ./
# The exporters are optional peers of the package: the service loads them, the library does not. The folder is empty
# otherwise: beside a package.json that calls them optional, npm would leave them out.
RUN npm install --ignore-scripts --no-save --no-package-lock \
      ./package.tgz \
      commander@14.0.3 \
      yaml@2.9.1 \
      zod@4.6.7 \
      @opentelemetry/api@1.9.1 \
      @opentelemetry/exporter-trace-otlp-proto@0.223.0 \
      @opentelemetry/exporter-logs-otlp-proto@0.223.0 \
      @opentelemetry/exporter-metrics-otlp-proto@0.223.0
RUN npm cache clean --force \
    && mkdir -p /var/lib/toolspan \
    && chown node:node /var/lib/toolspan
USER node
VOLUME /var/lib/toolspan
EXPOSE 4317 4318 9464
# /readyz is not asked: a tail that is full is alive and must not be started anew.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4318/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/toolspan/dist/cli/main.js", "tail"]
CMD ["--listen", "0.0.0.0", "--state", "/var/lib/toolspan"]
