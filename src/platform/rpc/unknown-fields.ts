import { z } from 'zod'
import { type FieldProblem, MAX_PROBLEMS, toPath } from './field-problems'

const message = 'This field is unknown. Check its name.'

/** Lists the first fields of `value` that its schema doesn't have. Loose objects and records allow every field. */
export function findUnknownFields(schema: z.core.$ZodType, value: unknown): FieldProblem[] {
  return takeFirstProblems(listUnknownFields(schema, value, []))
}

function takeFirstProblems(found: Iterable<FieldProblem>): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const problem of found) if (problems.push(problem) === MAX_PROBLEMS) break
  return problems
}

// A generator, so that only the first of 100,000 unknown fields cost time.
function* listUnknownFields(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[],
): Generator<FieldProblem, void, undefined> {
  if (schema instanceof z.ZodObject) yield* listUnknownInObject(schema, value, path)
  else if (schema instanceof z.ZodArray && Array.isArray(value))
    for (const [at, item] of value.entries())
      yield* listUnknownFields(schema.element, item, [...path, String(at)])
  else if (schema instanceof z.ZodUnion)
    // In a union, the option that matches best is used.
    yield* schema.options
      .map((option) => takeFirstProblems(listUnknownFields(option, value, path)))
      .reduce((best, next) => (next.length < best.length ? next : best))
  else if (schema instanceof z.ZodPipe) yield* listUnknownFields(schema.in, value, path)
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    yield* listUnknownFields(schema.unwrap(), value, path)
}

function* listUnknownInObject(
  { shape, def }: z.ZodObject,
  value: unknown,
  path: readonly string[],
): Generator<FieldProblem, void, undefined> {
  if (typeof value !== 'object' || value === null) return
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known) yield* listUnknownFields(known, (value as Record<string, unknown>)[name], [...path, name])
    else if (!def.catchall) yield { path: toPath([...path, name]), message }
  }
}
