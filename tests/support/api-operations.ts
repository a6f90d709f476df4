import type { Answer } from './keep-alive-client'

/** The part of JSON Schema that the API document uses. */
export interface Schema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  default?: unknown
}

export interface Operation {
  /** The name of the call, such as `orders.sandbox.get`. */
  name: string
  method: string
  /** The path under /api/v1, such as `/events/{id}`. */
  path: string
  /** Every field of the input, in the path, query or body. */
  fields: Record<string, Schema>
  inPath: ReadonlySet<string>
}

export interface Attempt {
  /**
   * Built only when read, because nine in ten of the attempts that would repeat an earlier refusal are never sent.
   */
  readonly input: unknown
  /** The hostile field; '' for the whole input. */
  field: string
}

interface Document {
  paths?: Record<string, Record<string, DescribedCall>>
}
interface DescribedCall {
  operationId?: string
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

/** Returns every call from the product's own OpenAPI document, so that new calls are included automatically. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const fields: Record<string, Schema> = {}
      for (const { name, schema } of call.parameters ?? []) fields[name] = schema ?? {}
      const body = Object.values(call.requestBody?.content ?? {})[0]?.schema
      for (const part of [body, ...(body?.allOf ?? []), ...(body?.anyOf ?? []), ...(body?.oneOf ?? [])])
        Object.assign(fields, part?.properties)
      const inPath = (call.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
      return {
        name: call.operationId ?? '',
        method: method.toUpperCase(),
        path,
        fields,
        inPath: new Set(inPath),
      }
    }),
  )
}

/** Internal details that must never be in a response. */
export const leak =
  /node_modules|\bat .{1,80}[:(]\d+|\.(?:ts|js):\d+|(?:Syntax|Type|Range|Reference)Error|select .+ from|insert into|relation "|invalid input syntax|violates|pg_|kysely/i

/** Returns what is wrong with a response, or undefined. `secrets` must not be in it. */
export function faultOf({ status, text }: Answer, secrets: readonly string[]): string | undefined {
  if (status >= 500) return `answers ${status}`
  if (status >= 300 && status < 400) return `leads elsewhere (${status})`
  if (secrets.some((secret) => text.includes(secret))) return 'shows what belongs to another person'
  if (status < 300) return undefined
  if (leak.test(text)) return `shows its insides: ${text.slice(0, 200)}`
  const body: unknown = JSON.parse(text)
  const problem = typeof body === 'object' && body !== null && 'json' in body ? body.json : body
  const hasWords =
    typeof problem === 'object' &&
    problem !== null &&
    'message' in problem &&
    typeof problem.message === 'string' &&
    /^[A-Z].{8,}/.test(problem.message)
  return hasWords ? undefined : `has no words: ${text.slice(0, 200)}`
}

/** Runs the work on all items, twelve at a time. */
export async function forAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const run = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: 12 }, run))
}

/** Encodes a value for a path or query. */
const inAddress = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 4000),
  ) || '%20'

/** Returns the path under /api/v1 of an operation with this input, and its JSON body unless it is a read. */
export function restRequest(
  { path, inPath }: Operation,
  { input }: Attempt,
  method: string,
): { path: string; body?: string } {
  const whole: Record<string, unknown> =
    typeof input === 'object' && input !== null ? { ...input } : { input }
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => inAddress(whole[name] ?? null))
  const rest = Object.entries(whole).filter(([name]) => !inPath.has(name))
  if (method !== 'GET' && method !== 'HEAD')
    return { path: `/api/v1${place}`, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = rest.map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`).join('&')
  return { path: `/api/v1${place}?${query}` }
}
