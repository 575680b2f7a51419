import packageJson from '../../package.json' with { type: 'json' }
import type { Page } from './page.ts'
import { yamlText } from './yaml.ts'

/** docs/registry/manifest.yaml: what Weaver needs to know before it reads the registry. */
export function registryManifestPage(): Page {
  const manifest = {
    name: packageJson.name,
    description: 'What one tool call of an agent meant, who may retry it, and what a whole run shows.',
    // An identifier that carries the version, as Weaver wants it; nothing is served there.
    schema_url: `https://toolspan.example/schemas/${packageJson.version}`,
    stability: 'development',
    dependencies: [
      {
        schema_url: 'https://opentelemetry.io/schemas/gen-ai/0.1.0',
        registry_path: 'https://github.com/open-telemetry/semantic-conventions-genai@v0.1.0[model]',
      },
    ],
  }
  return { path: 'docs/registry/manifest.yaml', content: yamlText(manifest) }
}
