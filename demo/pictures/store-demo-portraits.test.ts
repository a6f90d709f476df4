import sharp from 'sharp'
import { expect, test } from 'vitest'
import { STOCKS } from '~/design/flyer/paper-stocks'
import { PICTURE_NAMES } from '~/platform/images/pictures'
import { listFileKeys } from '~/platform/pictures/picture-set'
import { storeDemoPortraits } from './store-demo-portraits'

test('stores a full set of square files for each portrait of the demo', async () => {
  const files = new Map<string, Uint8Array>()
  const addresses = await storeDemoPortraits({
    put: async (key, bytes) => void files.set(key, bytes),
  })
  expect([...addresses.keys()]).toEqual(['mara', 'juno', 'kestrel', 'ilse', 'temi', 'jonas'])
  const setKeys = [...addresses.values()].map((url) => url.replace('/media/', '').replace('/256.webp', ''))
  expect([...files.keys()].sort()).toEqual(setKeys.flatMap(listFileKeys).sort())
  for (const [key, bytes] of files) {
    const { width, height } = await sharp(bytes).metadata()
    expect(PICTURE_NAMES).toContain(key.split('/').at(-1))
    expect([width, height]).toEqual([Number.parseInt(key.split('/').at(-1) ?? '', 10), width])
    expect(bytes.length, key).toBeLessThan(80_000)
  }
  const corner = await sharp(files.get(`${setKeys[0]}/640.webp`))
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer()
  const paper = Buffer.from(STOCKS.bone.hex.slice(1), 'hex')
  for (const [channel, value] of paper.entries())
    expect(Math.abs((corner[channel] ?? 0) - value)).toBeLessThan(6)
})
