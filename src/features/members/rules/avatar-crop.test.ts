import { assert, constantFrom, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { type Turn, uprightSquare } from './avatar-crop'

const picture = { width: 400, height: 300 }
const corner = { x: 10, y: 20, size: 100 }

test.each([
  [0, { x: 10, y: 20, size: 100 }],
  [90, { x: 20, y: 190, size: 100 }],
  [180, { x: 290, y: 180, size: 100 }],
  [270, { x: 280, y: 10, size: 100 }],
] as const)('a square chosen after a turn of %i° is found again before it', (turn, expected) => {
  expect(uprightSquare(corner, turn, picture)).toEqual(expected)
})

test('fractions and what sticks out by a pixel become whole pixels inside the picture', () => {
  expect(uprightSquare({ x: 100.4, y: -0.6, size: 300.4 }, 0, picture)).toEqual({ x: 100, y: 0, size: 300 })
  expect(uprightSquare({ x: 99.9, y: 0.2, size: 300.7 }, 180, picture)).toEqual({ x: 0, y: 0, size: 300 })
})

test('whatever comes, the answer lies inside', () => {
  const number = double({ min: -500, max: 500, noNaN: true })
  const turns = constantFrom<Turn[]>(0, 90, 180, 270)
  assert(
    property(number, number, number, turns, (x, y, size, turn) => {
      const found = uprightSquare({ x, y, size }, turn, picture)
      expect(Object.values(found).every((value) => Number.isInteger(value) && value >= 0)).toBe(true)
      expect(found.size).toBeGreaterThan(0)
      expect(found.x + found.size).toBeLessThanOrEqual(picture.width)
      expect(found.y + found.size).toBeLessThanOrEqual(picture.height)
    }),
  )
})
