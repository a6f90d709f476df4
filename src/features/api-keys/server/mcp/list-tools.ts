import { type AnyRouter, traverseContractProcedures } from '@orpc/server'
import { z } from 'zod'
import type { CallMeta } from '~/platform/rpc/contract'
import type { Scope } from '~/platform/rpc/scopes'

/** An API call as a tool of the Model Context Protocol (MCP). */
export interface Tool {
  scope: Scope
  path: readonly string[]
  /** The definition of the tool in the response to `tools/list`. */
  definition: {
    name: string
    title: string
    description: string
    inputSchema: { type: 'object'; [keyword: string]: unknown }
    annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
  }
}

/**
 * The last part of the names of calls that only add data. MCP clients may make these calls without asking the person.
 */
const ADDING = new Set(['create', 'duplicate'])

/** Returns the calls that an agent can make (all calls that have a scope), by the name of their tool. */
export function listTools(router: AnyRouter): ReadonlyMap<string, Tool> {
  const tools = new Map<string, Tool>()
  traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const { meta, route, inputSchema } = contract['~orpc']
    const { scope }: CallMeta = meta
    if (scope === undefined) return
    const isRead = route.method === 'GET'
    const name = path.join('_')
    tools.set(name, {
      scope,
      path,
      definition: {
        name,
        title: route.summary ?? name,
        description: `${route.summary ?? name}. Needs the scope ${scope}.`,
        inputSchema: createInputSchema(inputSchema),
        annotations: {
          readOnlyHint: isRead,
          destructiveHint: !isRead && !ADDING.has(path.at(-1) ?? ''),
          openWorldHint: true,
        },
      },
    })
  })
  return tools
}

function createInputSchema(schema: unknown): Tool['definition']['inputSchema'] {
  if (!(schema instanceof z.ZodType)) return { type: 'object', properties: {}, additionalProperties: false }
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return { ...json, type: 'object' }
}
