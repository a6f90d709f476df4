import { expect, it } from 'vitest'
import { createSharedFlyerPng } from './shared-flyer-png'

it('draws 20 different flyers that are requested at the same time', async () => {
  const size = { width: 120, height: 63 }
  const drawn = await Promise.all(
    Array.from({ length: 20 }, (_, at) => createSharedFlyerPng(`Night ${at}`, size)),
  )
  for (const png of drawn) expect(png.subarray(1, 4).toString()).toBe('PNG')
})
