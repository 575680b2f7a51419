// The same program for bundlers: every package is imported by name, so that all of it ends up in one file.
import * as client from '@modelcontextprotocol/sdk/client/index.js'
import * as inMemory from '@modelcontextprotocol/sdk/inMemory.js'
import * as server from '@modelcontextprotocol/sdk/server/mcp.js'
import * as api from '@opentelemetry/api'
import * as sdkLogs from '@opentelemetry/sdk-logs'
import * as sdkMetrics from '@opentelemetry/sdk-metrics'
import * as sdkNode from '@opentelemetry/sdk-node'
import * as sdkTrace from '@opentelemetry/sdk-trace'
import * as toolspan from 'toolspan'
import { play } from './play.mjs'

const PACKAGES = {
  '@modelcontextprotocol/sdk/client/index.js': client,
  '@modelcontextprotocol/sdk/inMemory.js': inMemory,
  '@modelcontextprotocol/sdk/server/mcp.js': server,
  '@opentelemetry/api': api,
  '@opentelemetry/sdk-logs': sdkLogs,
  '@opentelemetry/sdk-metrics': sdkMetrics,
  '@opentelemetry/sdk-node': sdkNode,
  '@opentelemetry/sdk-trace': sdkTrace,
  toolspan,
}

void play('early', 'v1', async (name) => PACKAGES[name])
