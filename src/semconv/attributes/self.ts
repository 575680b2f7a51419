import type { AttributeDeclaration } from '../declaration.ts'

export const ATTR_TOOLSPAN_SELF_SITE = 'toolspan.self.site'
export const ATTR_TOOLSPAN_SELF_REASON = 'toolspan.self.reason'

/** What Toolspan says about its own health. */
export const selfAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_SELF_SITE,
    type: 'string',
    brief: 'The room of the code in which something of ours failed.',
    values: ['classify', 'instrument', 'budget', 'processor', 'rule', 'emit', 'hook'],
    example: 'classify',
    stability: 'development',
    sensitive: false,
    setBy: ['trace_tool', 'mcp_client', 'mcp_server', 'recover', 'processor'],
  },
  {
    name: ATTR_TOOLSPAN_SELF_REASON,
    type: 'string',
    brief:
      'Why something was left out: facts of the processor before their run was judged to the end, or a recovery budget of another process.',
    values: [
      'run_full',
      'store_full',
      'runs_full',
      'duplicate',
      'finding',
      'wrong_type',
      'bad_length',
      'out_of_range',
      'unreadable',
      'untrusted',
    ],
    example: 'run_full',
    stability: 'development',
    sensitive: false,
    setBy: ['processor', 'mcp_client', 'mcp_server'],
  },
]
