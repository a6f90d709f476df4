import { expect, test } from 'vitest'
import { findCursor, writeCursor } from './time-cursor'

const id = '019a0000-0000-7000-8000-000000000001'

test('a cursor keeps the microsecond and the id', () => {
  const cursor = { micros: 1_796_511_600_123_457, id }
  expect(findCursor(writeCursor(cursor))).toEqual(cursor)
})

test('what nobody wrote is no cursor', () => {
  for (const text of [
    '',
    id,
    `_${id}`,
    `zzzzzzzzzzz_${id}`,
    `a_${id}x`,
    `a_${id.toUpperCase()}X`,
    `-1_${id}`,
  ])
    expect(findCursor(text)).toBeUndefined()
})
