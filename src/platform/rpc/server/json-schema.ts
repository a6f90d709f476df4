export interface JsonSchema {
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: unknown
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: '018cc251-f400-7000-8000-000000000001',
  email: 'juno@example.com',
  'date-time': '2026-12-05T23:00:00.000Z',
  date: '2026-12-05',
  uri: 'https://example.com',
}

const samples = [
  'text',
  'A longer text written by a person.',
  '2026-12-05T23:00:00.000Z',
  '2026-12-05',
  '2026-12',
  '23:00',
  '123456',
  'A1B2C3D4',
  'Europe/London',
  '+442079460958',
]

function findExampleText(
  { format = '', pattern, allOf = [], minLength = 0, maxLength = Infinity }: JsonSchema,
  name: string,
): string {
  const known = /^id$|Id$/u.test(name) ? byFormat['uuid'] : byFormat[format]
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].filter(
    (candidate) => candidate !== undefined,
  )
  const isValid = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    patterns.every((source) => new RegExp(source, 'u').test(text))
  const fitting = [...(known === undefined ? [] : [known]), ...samples].find(isValid)
  return fitting ?? 'x'.repeat(Math.max(1, minLength))
}

/** Returns an example of the schema, for the `example` of a request. */
export function createExample(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined && schema.default !== null) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.examples) return schema.examples[0]
  const [part] = schema.anyOf ?? schema.oneOf ?? (schema.type === undefined ? schema.allOf : undefined) ?? []
  if (part) return createExample(part, name)
  const [type] = [schema.type].flat()
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, createExample(value, key)]),
    )
  if (type === 'array') return [createExample(schema.items ?? {})]
  if (type === 'integer' || type === 'number')
    return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Infinity)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return findExampleText(schema, name)
}

/** Marks every object in the schema as refusing unknown fields. */
export function forbidUnknownFields(schema: JsonSchema): void {
  if (schema.properties) {
    schema.additionalProperties ??= false
    Object.values(schema.properties).forEach(forbidUnknownFields)
  }
  if (schema.items) forbidUnknownFields(schema.items)
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) forbidUnknownFields(part)
}
