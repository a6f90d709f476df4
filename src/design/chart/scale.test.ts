import { expect, test } from 'vitest'
import { calculateScale } from './scale'

test.each([
  [0, { top: 1, step: 1, perBlock: 1 }],
  [1, { top: 1, step: 1, perBlock: 1 }],
  [14, { top: 15, step: 5, perBlock: 1 }],
  [34, { top: 40, step: 10, perBlock: 2 }],
  [92, { top: 100, step: 25, perBlock: 5 }],
  [1087, { top: 1500, step: 500, perBlock: 50 }],
])('computes lines and blocks for bars of up to %i', (most, scale) => {
  expect(calculateScale(most)).toEqual(scale)
})

test('keeps every bar within four lines and 32 blocks, whatever the highest value', () => {
  for (let most = 0; most < 20_000; most += 7) {
    const { top, step, perBlock } = calculateScale(most)
    expect(top).toBeGreaterThanOrEqual(most)
    expect(top / step).toBeLessThanOrEqual(4)
    expect(top / perBlock).toBeLessThanOrEqual(32)
  }
})
