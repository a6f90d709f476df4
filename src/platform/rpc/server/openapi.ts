import { OpenAPIGenerator } from '@orpc/openapi'
import { type AnyRouter, traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { type JsonSchema, createExample, forbidUnknownFields } from './json-schema'
import { describeParameter } from './describe-parameter'

export type OpenApiDocument = Awaited<ReturnType<OpenAPIGenerator['generate']>>

/** Parts of an operation that are completed here. */
interface Operation {
  operationId?: string
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; description?: string; example?: unknown; schema?: JsonSchema }[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema; example?: unknown }> }
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of /auth/v1, for apps.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'b2b_session',
    description: 'The session cookie of the site. Changes also need an Origin header of the site.',
  },
} as const

const SIGNED_IN = [{ bearer: [] }, { session: [] }]

/** Generates the OpenAPI document from the contracts of all calls. */
export async function describeCalls(
  router: AnyRouter,
  info: { title: string; version: string; description: string },
): Promise<OpenApiDocument> {
  const publicCalls = new Set<string>()
  const tags = new Set<string>()
  traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const { meta, route } = contract['~orpc']
    if (meta['access'] === 'public') publicCalls.add(path.join('.'))
    for (const tag of route.tags ?? []) tags.add(tag)
  })
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(router, {
    info,
    servers: [{ url: '/api/v1' }],
    security: SIGNED_IN,
    components: { securitySchemes },
    tags: [...tags].toSorted().map((name) => ({ name, description: `Calls about ${name}.` })),
  })
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path ?? {}) as Operation[]) {
      // Overrides the document's default, which requires a session.
      if (publicCalls.has(operation.operationId ?? '')) operation.security = []
      operation.parameters?.forEach(describeParameter)
      for (const content of Object.values(operation.requestBody?.content ?? {})) {
        if (!content.schema) continue
        content.example = createExample(content.schema)
        forbidUnknownFields(content.schema)
      }
    }
  return document
}
