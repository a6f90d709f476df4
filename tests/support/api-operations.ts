import type { Answer } from './keep-alive-client'

/** A part of JSON Schema, as the description of the calls uses it. */
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
  /** `orders.sandbox.get` */
  name: string
  method: string
  /** `/events/{id}` */
  path: string
  /** Every field of the input, in the path, query or body. */
  fields: Record<string, Schema>
  inPath: ReadonlySet<string>
}

interface Document {
  paths?: Record<string, Record<string, DescribedCall>>
}
interface DescribedCall {
  operationId?: string
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

/** Returns every call of the product from its own OpenAPI document, so that new calls are included automatically. */
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

/** Something that the schema allows; `known` has better values for fields of that name. */
function sampleOf(name: string, schema: Schema, known: Record<string, unknown>): unknown {
  if (name in known) return known[name]
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (choice) return sampleOf(name, choice, known)
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return [sampleOf('', schema.items ?? {}, known)]
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sampleOf(key, part, known)]),
    )
  if (schema.format === 'uuid') return '018cc251-0000-7000-8000-00000000dead'
  if (schema.format === 'email') return 'nobody@nowhere.example'
  if (schema.format === 'date-time') return '2026-12-05T23:00:00.000Z'
  const { pattern } = schema
  return DATES.find((text) => pattern !== undefined && new RegExp(pattern, 'u').test(text)) ?? 'text'
}

const DATES = ['2026-12-05', '2026-12', '23:00']

/** Whether the schema, or a part of it, takes a date or a month. */
const takesDate = (schema: Schema) => /"date-time"|20\\\\d/u.test(JSON.stringify(schema))

// The product takes the years 2000 to 2100, PostgreSQL those from 4713 BC to 294276, and JavaScript those to 275760.
const YEARS = [
  '-271821',
  '-004713',
  '-000001',
  '0000',
  '0001',
  '1999',
  '2101',
  '9999',
  '+010000',
  '+275760',
  '294277',
]
const hostileDates = [
  ...YEARS.flatMap((year) => [`${year}-01-01`, `${year}-01`, `${year}-01-01T00:00:00Z`]),
  '2000-01-01T00:00:00+14:00',
  '2100-12',
  '2100-12-31',
  '2100-12-31T23:59:59.999-12:00',
]

/** The fields of an object, or of each object of a list. */
function partsOf({ properties, items, anyOf, oneOf, allOf }: Schema = {}): Record<string, Schema> {
  const inside = [items, ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].filter(
    (part) => part !== undefined,
  )
  return Object.assign({}, properties, ...inside.map(partsOf))
}

/** Put in the place of every single field, and of the whole input. */
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  -0.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  2_147_483_648,
  -2_147_483_649,
  'NaN',
  'Infinity',
  '-1',
  '1e400',
  '0x10',
  '',
  ' ',
  '\u0000',
  'before\u0000after',
  '\u202Egnp.exe',
  '\uFEFF\u200B\u2066',
  '\uD800',
  '🪩'.repeat(300),
  'Z\u0351\u036B'.repeat(500),
  "' or '1'='1",
  '"; drop table accounts; --',
  '%',
  '_',
  '\\',
  '$1',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  'x\r\nset-cookie: b2b_session=evil',
  'x'.repeat(100_000),
  [],
  [[[[[]]]]],
  ['a', 1, null],
  {},
  { $gt: '' },
  { toString: 'x', length: -1 },
  { constructor: { prototype: { isAdmin: true } } },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  '2026-13-45T99:99:99Z',
  '9999-12-31T23:59:59.999Z',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
]

export interface Attempt {
  /** Built when it is read: of most attempts only a tenth are sent. */
  readonly input: unknown
  /** Which field is hostile; '' when the whole input is. */
  field: string
}
export const validInput = (
  operation: Operation,
  known: () => Record<string, unknown>,
): Record<string, unknown> => {
  const better = known()
  return Object.fromEntries(
    Object.entries(operation.fields).map(([name, schema]) => [name, sampleOf(name, schema, better)]),
  )
}

/** Each field in turn with each hostile value and each id of `others`, the other fields valid; then the whole input. */
export function attempts(
  operation: Operation,
  known: () => Record<string, unknown>,
  others: readonly unknown[],
): Attempt[] {
  const good = () => validInput(operation, known)
  const names = Object.keys(operation.fields)
  const values = [...hostileValues, ...others]
  const datesFor = (schema: Schema = {}) => (takesDate(schema) ? hostileDates : [])
  const nested = names.flatMap((field) => {
    const sample = good()[field]
    const inside = Array.isArray(sample) ? sample[0] : sample
    if (typeof inside !== 'object' || inside === null) return []
    const parts = partsOf(operation.fields[field])
    const dates = Object.keys(parts).filter((key) => takesDate(parts[key] ?? {}))
    return [...new Set([...Object.keys(inside), ...dates])].flatMap((key) =>
      [...values, ...datesFor(parts[key])].map((value) => {
        const broken = { ...inside, [key]: value }
        const inPlace = Array.isArray(sample) ? [broken, inside] : broken
        return withInput(field, () => ({ ...good(), [field]: inPlace }))
      }),
    )
  })
  return [
    ...values.map((input) => ({ field: '', input })),
    ...names.flatMap((field) =>
      [...values, ...datesFor(operation.fields[field])].map((value) =>
        withInput(field, () => ({ ...good(), [field]: value })),
      ),
    ),
    ...nested,
    withInput('', () => ({
      ...good(),
      role: 'admin',
      isAdmin: true,
      userId: others[0],
      caller: { roles: ['admin'] },
    })),
  ]
}

const withInput = (field: string, build: () => unknown): Attempt => ({
  field,
  get input() {
    return build()
  },
})

/** What must never be in an answer: our code's insides. */
export const leak =
  /node_modules|\bat .{1,80}[:(]\d+|\.(?:ts|js):\d+|(?:Syntax|Type|Range|Reference)Error|select .+ from|insert into|relation "|invalid input syntax|violates|pg_|kysely/i

/** Returns what is wrong with an answer, undefined when nothing is. `secrets` must not be in it. */
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

/** A value as a part of a path or query. */
const inAddress = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 4000),
  ) || '%20'

/** Returns the path under /api/v1 of an operation with this input, and its JSON body unless the method reads. */
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
