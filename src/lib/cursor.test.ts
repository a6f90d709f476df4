import { expect, test } from 'vitest'
import { defineCursor, timeCursor } from './cursor'

const id = '019a0000-0000-7000-8000-000000000001'
const written = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

test('a cursor preserves microseconds, id and row number', () => {
  const place = { key: [1_796_511_600_123_457, id] as [number, string], n: 1284 }
  expect(timeCursor.find(timeCursor.write(place))).toEqual(place)
})

test('a cursor preserves text in any script', () => {
  const names = defineCursor('text', 'id')
  const place = { key: ['žofie 🎧 "quoted"', id] as [string, string], n: 1 }
  expect(names.find(names.write(place))).toEqual(place)
})

test.each([
  '',
  id,
  'rubbish',
  written(),
  written(36, id),
  written(36, id, 1, 1),
  written(36, id, 0),
  written(36, id, -1),
  written(36, id, 1.5),
  written(36, id, 1e12),
  written('36', id, 1),
  written(2 ** 60, id, 1),
  written(36, `${id}x`, 1),
  written(36, 'x', 1),
  Buffer.from(JSON.stringify({ key: [36, id], n: 1 })).toString('base64url'),
])("rejects text that isn't a cursor: %s", (text) => {
  expect(timeCursor.find(text)).toBeUndefined()
})

test("rejects values that PostgreSQL can't compare", () => {
  const days = defineCursor('count', 'text')
  expect(days.find(written(20_000, 'Mara', 1))).toBeDefined()
  for (const parts of [
    [-1, 'Mara', 1],
    [2e9, 'Mara', 1],
    [20_000, 'a\0b', 1],
    [20_000, 'a'.repeat(301), 1],
  ])
    expect(days.find(written(...parts))).toBeUndefined()
})
