import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { planEvents } from '../events'
import { listFileKeys } from '~/platform/pictures/picture-set'
import { storeDemoVenues } from './store-demo-venues'

const files = new Map<string, Uint8Array>()
let addresses: ReadonlyMap<string, string>
beforeAll(async () => {
  addresses = await storeDemoVenues({ put: async (key, bytes) => void files.set(key, bytes) })
}, 60_000)

test('stores a full set of flyer-shaped files for each venue picture', async () => {
  const setKeys = [...addresses.values()].map((url) => url.replace('/media/', '').replace('/256.webp', ''))
  expect([...files.keys()].sort()).toEqual(setKeys.flatMap(listFileKeys).sort())
  for (const [key, bytes] of files) {
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([Number.parseInt(key.split('/').at(-1) ?? '', 10), width * 1.25])
    expect(bytes.length, key).toBeLessThan(key.endsWith('avif') ? 80_000 : 130_000)
  }
})

test('fewer than a quarter of the demo events have a venue picture', () => {
  const titles = planEvents(new Date('2026-11-21T02:00:00Z')).map(({ title }) => title)
  expect(titles.filter((title) => addresses.has(title))).toHaveLength(addresses.size)
  expect(addresses.size).toBeLessThan(titles.length / 4)
})
