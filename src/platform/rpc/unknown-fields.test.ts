import { expect, test } from 'vitest'
import { z } from 'zod'
import { findUnknownFields } from './unknown-fields'

const schema = z.object({
  name: z.string().transform((text) => text.trim()),
  tags: z.array(z.object({ label: z.string() })).default([]),
  about: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('message'), messageId: z.string() }),
      z.object({ kind: z.literal('person'), personId: z.string() }),
    ])
    .optional(),
  answer: z.looseObject({ id: z.string() }).nullish(),
})
const pathsIn = (value: unknown) => findUnknownFields(schema, value).map(({ path }) => path)

test('finds unknown fields at every depth and names their paths', () => {
  expect(
    pathsIn({
      name: 'x',
      invitationcode: 'y',
      tags: [{ label: 'a' }, { label: 'b', color: 'red' }],
      about: { kind: 'person', personId: 'p', note: 'z' },
    }),
  ).toEqual(['invitationcode', 'tags.1.color', 'about.note'])
})

test("accepts known fields, loose objects and values that aren't objects", () => {
  expect(pathsIn({ name: 'x', tags: [{ label: 'a' }], about: { kind: 'message', messageId: 'm' } })).toEqual(
    [],
  )
  expect(pathsIn({ answer: { id: 'x', more: true } })).toEqual([])
  for (const value of [undefined, null, 'text', 4, [], { tags: 'text', about: null, answer: null }])
    expect(pathsIn(value)).toEqual([])
  expect(pathsIn(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual(['__proto__', 'constructor'])
})

test('lists the first 20 of 100,000 unknown fields and shortens very long names', () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 1]))
  expect(pathsIn(many)).toHaveLength(20)
  expect(pathsIn({ about: many, ...many })).toHaveLength(20)
  expect(pathsIn({ ['x'.repeat(10_000)]: 1 })[0]).toHaveLength(200)
})
