import type { Attempt, Operation, Schema } from './api-operations'

/** Returns a valid value for the schema; `known` has better values for fields of that name. */
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
  if (schema.format === 'email') return 'unknown@nowhere.example'
  if (schema.format === 'date-time') return '2026-12-05T23:00:00.000Z'
  const { pattern } = schema
  return DATES.find((text) => pattern !== undefined && new RegExp(pattern, 'u').test(text)) ?? 'text'
}

const DATES = ['2026-12-05', '2026-12', '23:00']

/** Returns whether the schema, or a part of it, accepts a date or a month. */
const acceptsDate = (schema: Schema) => /"date-time"|20\\\\d/u.test(JSON.stringify(schema))

// The product accepts the years 2000 to 2100, PostgreSQL 4713 BC to 294276, and JavaScript up to 275760.
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

function partsOf({ properties, items, anyOf, oneOf, allOf }: Schema = {}): Record<string, Schema> {
  const inside = [items, ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].filter(
    (part) => part !== undefined,
  )
  return Object.assign({}, properties, ...inside.map(partsOf))
}

/** Values that replace a single field or the whole input. */
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

export const validInput = (
  operation: Operation,
  known: () => Record<string, unknown>,
): Record<string, unknown> => {
  const better = known()
  return Object.fromEntries(
    Object.entries(operation.fields).map(([name, schema]) => [name, sampleOf(name, schema, better)]),
  )
}

/** A place for a hostile value: the whole input, a field, or a part of a field that is an object or a list of objects. */
interface Place {
  operation: Operation
  field?: string
  part?: string
  schema: Schema
}

function placesOf(operation: Operation, good: Record<string, unknown>): Place[] {
  const fields = Object.entries(operation.fields)
  const parts = fields.flatMap(([field, schema]) => {
    const inside = insideOf(good[field])
    if (inside === undefined) return []
    const described = partsOf(schema)
    const dates = Object.keys(described).filter((part) => acceptsDate(described[part] ?? {}))
    const names = new Set([...Object.keys(inside), ...dates])
    return [...names].map((part) => ({ operation, field, part, schema: described[part] ?? {} }))
  })
  const whole = { operation, schema: { type: 'whole input' } }
  return [whole, ...fields.map(([field, schema]) => ({ operation, field, schema })), ...parts]
}

function insideOf(sample: unknown): object | undefined {
  const inside: unknown = Array.isArray(sample) ? sample[0] : sample
  return typeof inside === 'object' && inside !== null ? inside : undefined
}

/**
 * Returns the kind of a field, such as 'string', 'string uuid' or 'list of string'. The same code reads all fields of
 * one kind.
 */
function kindOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return [...new Set(choices.map(kindOf))].toSorted().join(' or ')
  if (acceptsDate(schema)) return 'date'
  if (schema.enum ?? schema.const) return 'choice'
  if (schema.items) return `list of ${kindOf(schema.items)}`
  return [schema.type, schema.format, schema.pattern && 'pattern'].filter(Boolean).join(' ')
}

interface Options {
  /** Valid values for fields of these names. */
  known: (operation: Operation) => Record<string, unknown>
  /** Ids that belong to another person; each is tried in every field that accepts an id. */
  others: readonly unknown[]
  perPlace: number
}

/**
 * Returns the attempts on each operation. The hostile values are distributed over the places of one kind, so every
 * kind of field gets every value and every field gets some.
 */
export function planAttempts(operations: readonly Operation[], options: Options): Map<Operation, Attempt[]> {
  const { known, others, perPlace } = options
  const plan = new Map<Operation, Attempt[]>(operations.map((operation) => [operation, []]))
  const places = operations.flatMap((operation) =>
    placesOf(
      operation,
      validInput(operation, () => known(operation)),
    ),
  )
  for (const same of Map.groupBy(places, ({ schema }) => kindOf(schema)).values()) {
    let next = 0
    for (const place of same) {
      const good = () => validInput(place.operation, () => known(place.operation))
      const values = [...hostileValues, ...(acceptsDate(place.schema) ? hostileDates : [])]
      const count = Math.min(values.length, Math.max(perPlace, Math.ceil(values.length / same.length)))
      const chosen = Array.from({ length: count }, () => values[next++ % values.length])
      const acceptsId = JSON.stringify(place.schema).includes('"uuid"')
      for (const value of [...chosen, ...(acceptsId ? others : [])])
        plan.get(place.operation)?.push(attemptAt(place, value, good))
    }
  }
  for (const [operation, attempts] of plan) {
    const claims = { role: 'admin', isAdmin: true, userId: others[0], caller: { roles: ['admin'] } }
    const good = () => validInput(operation, () => known(operation))
    attempts.push(withInput('', () => ({ ...good(), ...claims })))
  }
  return plan
}

function attemptAt({ field, part }: Place, value: unknown, good: () => Record<string, unknown>): Attempt {
  if (field === undefined) return { field: '', input: value }
  if (part === undefined) return withInput(field, () => ({ ...good(), [field]: value }))
  return withInput(field, () => {
    const valid = good()
    const sample = valid[field]
    const inside = insideOf(sample)
    const broken = { ...inside, [part]: value }
    return { ...valid, [field]: Array.isArray(sample) ? [broken, inside] : broken }
  })
}

const withInput = (field: string, build: () => unknown): Attempt => ({
  field,
  get input() {
    return build()
  },
})
