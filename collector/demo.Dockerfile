# The demo agent of docker-compose.yml: one run of it, then it ends.
FROM node:24.21.0-bookworm-slim
WORKDIR /opt/toolspan
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN node node_modules/typescript/bin/tsc -p tsconfig.build.json
COPY examples ./examples
USER node
CMD ["node", "examples/demo/main.ts"]
