import { expect, test } from 'vitest'
import { scaleFor } from './scale'

test.each([
  [0, { top: 1, step: 1, perBlock: 1 }],
  [1, { top: 1, step: 1, perBlock: 1 }],
  [14, { top: 15, step: 5, perBlock: 1 }],
  [34, { top: 40, step: 10, perBlock: 2 }],
  [92, { top: 100, step: 25, perBlock: 5 }],
  [1087, { top: 1500, step: 500, perBlock: 50 }],
])('scale for bars of up to %i', (most, scale) => {
  expect(scaleFor(most)).toEqual(scale)
})

test('fits every bar, with at most four lines and 32 blocks, for any maximum', () => {
  for (let most = 0; most < 20_000; most += 7) {
    const { top, step, perBlock } = scaleFor(most)
    expect(top).toBeGreaterThanOrEqual(most)
    expect(top / step).toBeLessThanOrEqual(4)
    expect(top / perBlock).toBeLessThanOrEqual(32)
  }
})
