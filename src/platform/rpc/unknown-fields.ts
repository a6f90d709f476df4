import { z } from 'zod'
import type { FieldProblem } from './field-problems'

const message = 'This field is unknown. Check its name.'

/** Lists the fields of `value` that its schema doesn't have. Loose objects and records accept every field. */
export function findUnknownFields(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[] = [],
): FieldProblem[] {
  if (schema instanceof z.ZodObject) return inObject(schema, value, path)
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((item, at) => findUnknownFields(schema.element, item, [...path, String(at)]))
      : []
  // Of several shapes, the one that fits best.
  if (schema instanceof z.ZodUnion)
    return schema.options
      .map((option) => findUnknownFields(option, value, path))
      .reduce((best, next) => (next.length < best.length ? next : best))
  if (schema instanceof z.ZodPipe) return findUnknownFields(schema.in, value, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return findUnknownFields(schema.unwrap(), value, path)
  return []
}

function inObject({ shape, def }: z.ZodObject, value: unknown, path: readonly string[]): FieldProblem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known) return findUnknownFields(known, part, [...path, name])
    return def.catchall ? [] : [{ path: [...path, name].join('.'), message }]
  })
}
