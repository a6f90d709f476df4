import { OpenAPIGenerator } from '@orpc/openapi'
import { type AnyRouter, traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import type { CallMeta } from '../contract'
import type { Scope } from '../scopes'
import { type JsonSchema, createExample, forbidUnknownFields } from './json-schema'

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: JsonSchema
}

/** Descriptions by name, because a name means the same in every call. Names that end with `Id` need none. */
const descriptions: Readonly<Record<string, string>> = {
  account: 'The id of a sandbox account.',
  action: 'The group of actions to list.',
  after: 'The `nextCursor` of the previous page.',
  bookingId: 'The id of the booking.',
  before: 'The `previousCursor` of the next page, for going back.',
  currency: 'An ISO 4217 code, such as EUR.',
  date: '`tonight`, `weekend` or a month such as `2026-12`.',
  day: 'A calendar day.',
  direction: 'Ascending or descending.',
  document: 'Which of the legal texts to return.',
  event: 'Only entries of this event.',
  eventId: 'The id of the event.',
  family: 'The group of security events to list, such as `sign_ins`.',
  filter: 'Which rows to list.',
  genre: 'A genre of music.',
  guestsTag: 'The version of the guest list stored on the phone.',
  id: 'The id of the resource.',
  orderIds: 'The ids of your orders.',
  ids: 'The ids to look up.',
  key: 'The name of a setting.',
  kind: 'The filter of a statement.',
  line: 'A line of a statement.',
  limit: 'The maximum number of rows to return.',
  month: 'A month, such as `2026-12`.',
  period: 'Upcoming or past, or how far back to look.',
  q: 'Words to search for. Case and accents are ignored.',
  reference: 'The reference of a sandbox payment.',
  result: 'Successes or failures only.',
  role: 'A role.',
  search: 'Words to search for. Case and accents are ignored.',
  show: 'Which people to list.',
  since: 'The newest change stored on the phone.',
  sort: 'The column to sort by.',
  status: 'Only rows with this status.',
  tab: 'Which list to return.',
  timezone: 'The IANA time zone of the days.',
  token: 'The token of the emailed link.',
  topic: 'A kind of notification.',
  type: 'The type of member.',
  types: 'Only these types.',
}

export type OpenApiDocument = Awaited<ReturnType<OpenAPIGenerator['generate']>>

/** The parts of an operation that this module completes. */
interface Operation {
  operationId?: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema; example?: unknown }> }
  responses?: Record<string, ResponseObject | { $ref: string; content?: never }>
}

interface ResponseObject {
  description: string
  content?: Record<string, { schema?: JsonSchema }>
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'b2b_…',
    description:
      'An API key, which people create in Settings > API keys, in the header `Authorization: Bearer b2b_…`. It can make the calls whose descriptions name one of its scopes. Other calls answer 403 `API_KEY_NOT_ACCEPTED`, or `SCOPE_REQUIRED` if the key lacks the scope. An unknown, expired or revoked key gets 401 `INVALID_API_KEY`. Each key can make 600 calls a minute; then the answer is 429 with `Retry-After`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of /auth/v1, for apps.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'b2b_session',
    description:
      'The session cookie, which only the site’s own pages send. It is not an API key: a key in a cookie is ignored. Changes also need an Origin header of the site.',
  },
} as const

const SIGNED_IN = [{ bearer: [] }, { sessionCookie: [] }]

const info = {
  title: 'Back to Back',
  version: '1',
  description:
    'All calls, including those that the site’s own pages make. Programs make them with an API key from Settings > API keys, in the header `Authorization: Bearer b2b_…`. Each call names the scope that the key needs. Unknown fields are refused and named in the error.',
}

/** The kinds of webhook messages: what each is about, and its `data` without `url`. */
export type WebhookMessages = Readonly<Record<string, { summary: string; data: z.ZodObject }>>

/** Generates the OpenAPI document from the contracts of all calls and the webhook messages. */
export async function createOpenApiDocument(
  router: AnyRouter,
  webhookMessages: WebhookMessages,
): Promise<OpenApiDocument> {
  const publicCalls = new Set<string>()
  const scopes = new Map<string, Scope>()
  const tags = new Set<string>()
  traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const { route } = contract['~orpc']
    const meta: CallMeta = contract['~orpc'].meta
    if (meta.access === 'public') publicCalls.add(path.join('.'))
    if (meta.scope) scopes.set(path.join('.'), meta.scope)
    for (const tag of route.tags ?? []) tags.add(tag)
  })
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(router, {
    info,
    servers: [{ url: '/api/v1' }],
    security: SIGNED_IN,
    components: { securitySchemes },
    tags: [...tags].toSorted().map((name) => ({ name, description: `Calls about ${name}.` })),
    webhooks: describeWebhooks(webhookMessages) as NonNullable<OpenApiDocument['webhooks']>,
  })
  const operations = Object.values(document.paths ?? {}).flatMap(
    (path) => Object.values(path ?? {}) as Operation[],
  )
  for (const operation of operations) {
    const { operationId = '' } = operation
    const scope = scopes.get(operationId)
    const withKey = scope === undefined ? [] : [{ apiKey: [scope] }]
    // A public call overrides the default of the document, which requires a session.
    if (publicCalls.has(operationId)) operation.security = scope === undefined ? [] : [{}, ...withKey]
    else if (scope !== undefined) operation.security = [...withKey, ...SIGNED_IN]
    const about =
      scope === undefined ? 'API keys can’t make this call.' : `API keys need the scope \`${scope}\`.`
    operation.description = [operation.description, about].filter(Boolean).join('\n\n')
    operation.parameters?.forEach(describeParameter)
    for (const content of Object.values(operation.requestBody?.content ?? {})) {
      if (!content.schema) continue
      content.example = createExample(content.schema)
      forbidUnknownFields(content.schema)
    }
  }
  const responses = shareErrors(operations) as NonNullable<
    NonNullable<OpenApiDocument['components']>['responses']
  >
  return { ...document, components: { ...document.components, responses } }
}

/** Describes the requests that receivers of webhooks get; docs/webhooks.md has the signature and the retries. */
function describeWebhooks(messages: WebhookMessages) {
  const exampleId = String(createExample({ type: 'string', format: 'uuid' }))
  const header = (name: string, description: string, example: string) => ({
    name,
    in: 'header' as const,
    required: true,
    description,
    example,
    schema: { type: 'string' as const },
  })
  const parameters = [
    header('webhook-id', 'The id of the message. It is the same when the message is sent again.', exampleId),
    header('webhook-timestamp', 'The time of this attempt, in seconds since 1970.', '1796511600'),
    header(
      'webhook-signature',
      'The signature, as Standard Webhooks describes.',
      'v1,K5oZfzN95Z9UVu1EsfQmfV…',
    ),
  ]
  const describe = (kind: string, { summary, data }: WebhookMessages[string]) => {
    const url = z.url().describe('Where a program with an API key gets the details.')
    const body = z.object({
      type: z.literal(kind),
      timestamp: z.iso.datetime().describe('When it happened.'),
      data: data.extend({ url }),
    })
    const schema = z.toJSONSchema(body, { io: 'input' })
    return {
      operationId: `message.${kind}`,
      summary,
      description:
        'We send this message to the webhooks for which it was chosen. `webhook.test` has empty `data`.',
      tags: ['webhooks'],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: createExample(schema as JsonSchema) } },
      },
      responses: {
        '2XX': { description: 'The message arrived.' },
        '410': { description: 'Turns the webhook off.' },
      },
    }
  }
  const entries = Object.entries(messages)
  return Object.fromEntries(entries.map(([kind, message]) => [kind, { post: describe(kind, message) }]))
}

/**
 * Moves the errors of all calls into one list and refers to them by their codes, such as `NOT_FOUND`. Repeated in
 * each call, the errors would be two thirds of the document.
 */
function shareErrors(operations: readonly Operation[]): Record<string, ResponseObject> {
  const shared: Record<string, ResponseObject> = {}
  const names = new Map<string, string>()
  for (const { responses = {} } of operations)
    for (const [status, response] of Object.entries(responses)) {
      const schemas = response.content?.['application/json']?.schema?.oneOf ?? []
      const errors = schemas.flatMap(({ properties }) =>
        properties?.['defined']?.const === true ? [properties] : [],
      )
      if (Number(status) < 400 || errors.length === 0) continue
      const text = JSON.stringify(response)
      let name = names.get(text)
      if (name === undefined) {
        const codes = errors.map(({ code }) => String(code?.const)).join('.')
        name = codes
        for (let version = 2; name in shared; version++) name = `${codes}-${version}`
        names.set(text, name)
        shared[name] = {
          ...response,
          description: errors.map(({ message }) => String(message?.default)).join(' '),
        }
      }
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  return shared
}

/**
 * Adds the description to a parameter, and an example if it is required. The reference copies examples into its curl
 * commands, where one of an optional cursor or filter would change the result.
 */
function describeParameter(parameter: Parameter): void {
  const { name, schema, required = false } = parameter
  const about = /^(.+)Id$/u.exec(name)?.[1]?.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  const description = descriptions[name] ?? (about === undefined ? undefined : `The id of the ${about}.`)
  if (description !== undefined) parameter.description ??= description
  if (required && schema) parameter.example ??= createExample(schema, name)
}
