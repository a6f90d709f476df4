/** A part of JSON Schema, as the description of the calls uses it. */
export interface Schema {
  type?: string
  format?: string
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
  /** `ticketing.sandbox.get` */
  name: string
  method: string
  /** `/events/{id}` */
  path: string
  /** Every field of the input, whichever way it travels. */
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

/** Every call of the product, read from its own description, so that a new call is in here by itself. */
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
  return 'text'
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
  input: unknown
  /** Which field is hostile; '' when the whole input is. */
  field: string
}
export const validInput = (
  operation: Operation,
  known: () => Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(operation.fields).map(([name, schema]) => [name, sampleOf(name, schema, known())]),
  )

/** Each field in turn with each hostile value and each id of `others`, the other fields valid; then the whole input. */
export function attempts(
  operation: Operation,
  known: () => Record<string, unknown>,
  others: readonly unknown[],
): Attempt[] {
  const good = () => validInput(operation, known)
  const names = Object.keys(operation.fields)
  const values = [...hostileValues, ...others]
  const nested = names.flatMap((field) => {
    const sample = good()[field]
    const inside = Array.isArray(sample) ? sample[0] : sample
    if (typeof inside !== 'object' || inside === null) return []
    return Object.keys(inside).flatMap((key) =>
      values.map((value) => {
        const broken = { ...inside, [key]: value }
        return { field, input: { ...good(), [field]: Array.isArray(sample) ? [broken, inside] : broken } }
      }),
    )
  })
  return [
    ...values.map((input) => ({ field: '', input })),
    ...names.flatMap((field) => values.map((value) => ({ field, input: { ...good(), [field]: value } }))),
    ...nested,
    {
      field: '',
      input: { ...good(), role: 'admin', isAdmin: true, userId: others[0], caller: { roles: ['admin'] } },
    },
  ]
}

/** What must never be in an answer: our code's insides. */
export const leak =
  /node_modules|\bat .{1,80}[:(]\d+|\.(?:ts|js):\d+|(?:Syntax|Type|Range|Reference)Error|select .+ from|insert into|relation "|invalid input syntax|violates|pg_|kysely/i

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
export const inAddress = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 4000),
  ) || '%20'
