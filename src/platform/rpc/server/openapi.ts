import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'

export type OpenApiDocument = Awaited<ReturnType<OpenAPIGenerator['generate']>>

/** The document of every call, made from the same contracts that check the calls. */
export function describeCalls(
  router: AnyRouter,
  info: { title: string; version: string; description: string },
): Promise<OpenApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(router, { info, servers: [{ url: '/api/v1' }] })
}
