import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createBrandMarkPng } from './brand-mark-png'

test('renders a square of the requested size, with the logo inside the area that no system crops', async () => {
  const { data, info } = await sharp(await createBrandMarkPng(192))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([192, 192])
  let outside = 0
  let inside = 0
  for (let y = 0; y < 192; y += 1)
    for (let x = 0; x < 192; x += 1) {
      const isYellow = (data[(y * 192 + x) * info.channels] ?? 0) > 200
      if (isYellow && Math.hypot(x - 96, y - 96) > 0.4 * 192) outside += 1
      else if (isYellow) inside += 1
    }
  expect(outside).toBe(0)
  expect(inside).toBeGreaterThan(4000)
})
