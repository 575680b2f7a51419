import type { Attributes } from '@opentelemetry/api'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '../semconv/standard.ts'
import type { RecordResource } from './out/finding-records.ts'

const SERVICE_NAME = 'toolspan-tail'

/** Who sends the findings: `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME` go before what is usual. */
export function tailResource(
  env: Readonly<Record<string, string | undefined>>,
  instanceId: string,
): RecordResource {
  const given = attributesOf(env.OTEL_RESOURCE_ATTRIBUTES)
  const name = env.OTEL_SERVICE_NAME
  return {
    attributes: {
      [ATTR_SERVICE_NAME]: SERVICE_NAME,
      [ATTR_SERVICE_INSTANCE_ID]: instanceId,
      ...given,
      ...(name === undefined || name === '' ? {} : { [ATTR_SERVICE_NAME]: name }),
    },
  }
}

/** `key=value` pairs between commas, percent-encoded (OpenTelemetry specification, Resource SDK). */
function attributesOf(text = ''): Attributes {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[decoded(pair.slice(0, at).trim()), decoded(pair.slice(at + 1).trim())]]
  })
  return Object.fromEntries(pairs)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
