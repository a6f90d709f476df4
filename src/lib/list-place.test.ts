import { expect, test } from 'vitest'
import { findPlace, writePlace } from './list-place'

const id = '019a0000-0000-7000-8000-000000000001'

test('a place keeps the microsecond, the id and which row it was', () => {
  const place = { micros: 1_796_511_600_123_457, id, n: 1284 }
  expect(findPlace(writePlace(place, place.n))).toEqual(place)
})

test('what nobody wrote is no place', () => {
  const written = writePlace({ micros: 36, id }, 1)
  for (const text of [
    '',
    '.',
    '.1',
    written.slice(0, -2),
    `${written}.1`,
    `${written} `,
    `10_${id}.ABC`,
    `10_${id}.12345678`,
  ])
    expect(findPlace(text)).toBeUndefined()
})
