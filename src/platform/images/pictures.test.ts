import sharp, { type Create } from 'sharp'
import { expect, test, vi } from 'vitest'
import { makePictures, PICTURE_NAMES, type Picture, type PictureOptions } from './pictures'
import { isLongRun } from '~tests/support/long-run'

vi.setConfig({ testTimeout: 60_000 })

const plain = (width: number, height: number, more: Partial<Create> = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#c2452d', ...more } })

const makeSquares = (bytes: Buffer, wish: PictureOptions) => makePictures(bytes, wish, 1)

async function made(bytes: Buffer, turn: 0 | 90 = 0): Promise<Picture[]> {
  const result = await makeSquares(bytes, { area: undefined, turn })
  if ('problem' in result) throw new Error(result.problem.message)
  return result.pictures
}

test.each([
  ['a JPEG', () => plain(300, 200).jpeg()],
  ['a progressive JPEG', () => plain(300, 200).jpeg({ progressive: true })],
  ['a PNG', () => plain(300, 200).png()],
  ['a WebP', () => plain(300, 200).webp()],
  ['an AVIF', () => plain(300, 200).avif()],
  ['a grayscale PNG', () => plain(300, 200, { background: '#777' }).toColorspace('b-w').png()],
  ['a CMYK JPEG', () => plain(300, 200).toColorspace('cmyk').jpeg()],
  ['a PNG with 16 bits per channel', () => plain(300, 200).toColorspace('rgb16').png()],
])('%s becomes all sizes in both formats, in 8-bit sRGB', async (_name, draw) => {
  const pictures = await made(await draw().toBuffer())
  expect(pictures.map(({ name }) => name)).toEqual(PICTURE_NAMES)
  for (const { name, bytes } of pictures) {
    const { width, height, format, space, depth } = await sharp(bytes).metadata()
    expect(`${width}.${format === 'heif' ? 'avif' : format} ${height}`).toBe(`${name} ${width}`)
    expect([space, depth]).toEqual(['srgb', 'uchar'])
  }
})

test('accepts a photo with an appended video, as from some phones', async () => {
  const photo = await plain(300, 200).jpeg().toBuffer()
  const film = Buffer.from('0000001866747970ffda6d703432ffd8ffd9ffda0001', 'hex')
  expect(await made(Buffer.concat([photo, film]))).toHaveLength(6)
})

test('accepts a JPEG with a few stray bytes before its end', async () => {
  const photo = await plain(300, 200).jpeg().toBuffer()
  const end = photo.length - 2
  const odd = Buffer.concat([photo.subarray(0, end), Buffer.from('abcd'), photo.subarray(end)])
  expect(await made(odd)).toHaveLength(6)
})

test("isn't fooled by the end of a thumbnail in a truncated photo", async () => {
  const thumbnail = await plain(64, 64).jpeg().toBuffer()
  const photo = await plain(300, 300, { noise: { type: 'gaussian', mean: 128, sigma: 12 } })
    .jpeg()
    .toBuffer()
  const size = Buffer.alloc(2)
  size.writeUInt16BE(thumbnail.length + 2)
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), size, thumbnail])
  const whole = Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)])
  expect(await made(whole)).toHaveLength(6)
  const area = { x: 0, y: 0, width: 64, height: 64 }
  const cut = await makeSquares(whole.subarray(0, whole.length / 2), { area, turn: 0 })
  expect(cut).toMatchObject({ problem: { code: 'DAMAGED' } })
})

test('keeps transparency', async () => {
  const glass = plain(200, 200, { channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } })
  for (const { bytes } of await made(await glass.png().toBuffer()))
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
})

test('removes all metadata: location, name and color profile', async () => {
  const jpeg = await plain(300, 200)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Mara Voss', Model: 'Camera 7' },
      IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '13/1 24/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Mara Voss</a></x:xmpmeta>')
    .withIccProfile('p3')
    .toBuffer()
  const before = await sharp(jpeg).metadata()
  expect(before.exif?.includes('Mara Voss')).toBe(true)
  expect(before.xmp && before.icc).toBeDefined()
  for (const { name, bytes } of await made(jpeg)) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect([name, exif, xmp, iptc, icc, orientation]).toEqual([name, ...Array<undefined>(5)])
    expect(bytes.includes('Mara')).toBe(false)
    expect(bytes.includes('Exif')).toBe(false)
  }
})

test.runIf(isLongRun)("compresses even pure noise, and the largest size isn't the worst", async () => {
  const noise = plain(640, 640, { noise: { type: 'gaussian', mean: 128, sigma: 90 } })
  for (const { bytes } of await made(await noise.png().toBuffer())) expect(bytes.length).toBeLessThan(80_000)
})

test.runIf(isLongRun)(
  'processes a picture of 80 megapixels',
  async () => {
    const jpeg = await plain(10_000, 8_000).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await made(jpeg)).toHaveLength(6)
  },
  300_000,
)

test('processes two pictures at the same time, queues twenty, refuses the rest, and recovers', async () => {
  const jpeg = await plain(200, 200).jpeg().toBuffer()
  // An invalid crop fails quickly once processing starts, so that no queued picture times out on a slow machine.
  const wish = { area: { x: 150, y: 0, width: 100, height: 100 }, turn: 0 } as const
  const results = await Promise.all(Array.from({ length: 24 }, () => makeSquares(jpeg, wish)))
  const codes = results.map((result) => ('problem' in result ? result.problem.code : 'made'))
  expect(codes).toEqual([...Array<string>(22).fill('BAD_CROP'), 'BUSY', 'BUSY'])
  expect(await made(jpeg)).toHaveLength(6)
})

const flyer = 4 / 5

test('a flyer is 4:5 in every size, whatever the shape of the photo', async () => {
  for (const [width, height] of [
    [900, 300],
    [300, 900],
    [400, 500],
  ] as const) {
    const photo = await plain(width, height).png().toBuffer()
    const result = await makePictures(photo, { area: undefined, turn: 0 }, flyer)
    if ('problem' in result) throw new Error(result.problem.message)
    const sizes = await Promise.all(result.pictures.map(({ bytes }) => sharp(bytes).metadata()))
    expect(sizes.map((size) => `${size.width}x${size.height}`)).toEqual([
      '96x120',
      '96x120',
      '256x320',
      '256x320',
      '640x800',
      '640x800',
    ])
  }
})

test('a cropped area has the shape of the flyer before rotation, within a pixel of rounding', async () => {
  const photo = await plain(800, 800).png().toBuffer()
  const codeOf = async (wish: PictureOptions) => {
    const result = await makePictures(photo, wish, flyer)
    return 'problem' in result ? result.problem.code : result.pictures.length
  }
  const area = (width: number, height: number) => ({ x: 10, y: 10, width, height })
  expect(await codeOf({ area: area(400, 500), turn: 0 })).toBe(6)
  expect(await codeOf({ area: area(401, 500), turn: 180 })).toBe(6)
  expect(await codeOf({ area: area(500, 400), turn: 90 })).toBe(6)
  expect(await codeOf({ area: area(500, 400), turn: 0 })).toBe('BAD_CROP')
  expect(await codeOf({ area: area(400, 500), turn: 270 })).toBe('BAD_CROP')
  expect(await codeOf({ area: area(48, 60), turn: 0 })).toBe('TOO_SMALL')
})
