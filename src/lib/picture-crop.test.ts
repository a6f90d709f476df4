import { assert, constantFrom, double, property } from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { type Turn, toUprightArea } from './picture-crop'

const picture = { width: 400, height: 300 }
const square = { x: 10, y: 20, width: 100, height: 100 }
const poster = { x: 10, y: 20, width: 80, height: 100 }

test.each([
  [0, { x: 10, y: 20, width: 100, height: 100 }],
  [90, { x: 20, y: 190, width: 100, height: 100 }],
  [180, { x: 290, y: 180, width: 100, height: 100 }],
  [270, { x: 280, y: 10, width: 100, height: 100 }],
] as const)(
  'maps a square area, chosen in a picture rotated by %i°, back to the original',
  (turn, expected) => {
    expect(toUprightArea(square, turn, picture)).toEqual(expected)
  },
)

test.each([
  [0, { x: 10, y: 20, width: 80, height: 100 }],
  [90, { x: 20, y: 210, width: 100, height: 80 }],
  [180, { x: 310, y: 180, width: 80, height: 100 }],
  [270, { x: 280, y: 10, width: 100, height: 80 }],
] as const)(
  'maps the area of a poster, chosen in a picture rotated by %i°, back to the original',
  (turn, expected) => {
    expect(toUprightArea(poster, turn, picture)).toEqual(expected)
  },
)

test('rounds the crop area to whole pixels inside the picture', () => {
  const whole = { width: 300, height: 300 }
  expect(toUprightArea({ x: 100.4, y: -0.6, width: 300.4, height: 300.4 }, 0, picture)).toEqual({
    x: 100,
    y: 0,
    ...whole,
  })
  expect(toUprightArea({ x: 99.9, y: 0.2, width: 300.7, height: 300.7 }, 180, picture)).toEqual({
    x: 0,
    y: 0,
    ...whole,
  })
})

test('always returns an area inside the picture', () => {
  const number = double({ min: -500, max: 500, noNaN: true })
  const length = double({ min: 0.1, max: 900, noNaN: true })
  const turns = constantFrom<Turn[]>(0, 90, 180, 270)
  assert(
    property(number, number, length, length, turns, (x, y, width, height, turn) => {
      const found = toUprightArea({ x, y, width, height }, turn, picture)
      expect(Object.values(found).every((value) => Number.isInteger(value) && value >= 0)).toBe(true)
      expect(found.width).toBeGreaterThan(0)
      expect(found.height).toBeGreaterThan(0)
      expect(found.x + found.width).toBeLessThanOrEqual(picture.width)
      expect(found.y + found.height).toBeLessThanOrEqual(picture.height)
    }),
  )
})
