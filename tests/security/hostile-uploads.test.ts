import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MAX_PICTURE_BYTES } from '~/platform/pictures/picture-reader'
import { startTestApp } from '../support/app'
import { fourColors, uploadsTo } from '../support/uploads'

const REQUEST_START = 'http.server.request.start'

const app = await startTestApp()
afterAll(app.stop)
const { address } = app
const { cookieOf, files, removals, shownUrl, upload } = uploadsTo(app)

// Every upload in this file fails, so any remaining file was left behind.
afterEach(async () => {
  expect(files()).toEqual([])
  expect(await removals()).toEqual([])
  expect(await shownUrl('mara')).toBeNull()
  expect(await shownUrl('juno')).toBeNull()
})

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

// Bytes of a PNG before its pixels (signature, header chunk, start of the next chunk) and after them (checksum, last
// chunk).
const START_OF_PIXELS = 8 + 25 + 8
const LENGTH_OF_END = 4 + 12

/** Creates a black PNG with one bit per pixel: a gigapixel in a hundred kilobytes. */
function blackPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const instead = 'Choose a JPEG, PNG, WebP or AVIF.'
const damaged = 'This picture is damaged or incomplete. Save it again, or choose another.'
const readable = ['png', 'jpeg', 'webp', 'avif'] as const
const whole: Partial<Record<(typeof readable)[number], Buffer>> = {}
beforeAll(async () => {
  const photo = await sharp({
    create: {
      width: 500,
      height: 900,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  for (const format of readable) whole[format] = await sharp(photo).toFormat(format).toBuffer()
})

describe('files in other formats are refused with a message (415)', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG with a script', Buffer.from(script), `This is an SVG, which can contain code. ${instead}`],
    [
      'an SVG after an XML declaration',
      Buffer.from(`<?xml version="1.0"?><!-- hi -->\n${script}`),
      'This is an SVG',
    ],
    ['an SVG in UTF-16', Buffer.from(`\uFEFF${script}`, 'utf16le'), 'This is an SVG'],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), `This is a GIF. ${instead}`],
    ['a PDF', Buffer.from('%PDF-1.7\n'), `This is a PDF. ${instead}`],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1'), `This is a TIFF. ${instead}`],
    [
      'a HEIC',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      'This is a HEIC photo, which we can’t read.',
    ],
    [
      'a web page',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      `We can’t read this as a picture. ${instead}`,
    ],
    ['a byte', Buffer.from('x'), `We can’t read this as a picture. ${instead}`],
  ])('%s', async (_name, bytes, words) => {
    const { status, code, message } = await upload('mara', bytes, '', { 'content-type': 'image/png' })
    expect([status, code]).toEqual([415, 'NOT_A_PICTURE'])
    expect(message).toContain(words)
  })
})

describe('oversized pictures are refused before they are decoded', () => {
  test('refuses a picture of 20,000 pixels a side', async () => {
    const { status, code, message } = await upload('juno', blackPng(20_000, 500))
    expect([status, code]).toEqual([422, 'TOO_MANY_PIXELS'])
    expect(message).toBe('This picture has 20,000 × 500 pixels. Choose one of at most 12,000 pixels a side.')
  })

  test.each([
    ['too many pixels a side', 30_000, 30_000],
    ['too many pixels in all', 11_000, 11_000],
  ])('does not decompress a small file with a gigapixel: %s', async (_name, width, height) => {
    const bomb = blackPng(width, height)
    expect(bomb.length).toBeLessThan(200_000)
    // These pixels can't be decompressed, so an attempt to do so would return another error.
    const broken = Buffer.from(bomb).fill(0xff, START_OF_PIXELS, bomb.length - LENGTH_OF_END)
    for (const bytes of [bomb, broken]) {
      const { status, code } = await upload('juno', bytes)
      expect([status, code]).toEqual([422, 'TOO_MANY_PIXELS'])
    }
  })

  test('refuses a picture whose header states a forged size', async () => {
    const lying = blackPng(100, 100)
    lying.writeUInt32BE(9_000, 16)
    lying.writeUInt32BE(8_000, 20)
    lying.writeUInt32BE(crc32(lying.subarray(12, 29)), 29)
    const { status, message } = await upload('juno', lying)
    expect([status, message]).toEqual([422, damaged])
  })

  test('refuses a picture over 10 MB', async () => {
    const { status, code, message } = await upload('juno', Buffer.alloc(MAX_PICTURE_BYTES + 1))
    expect([status, code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(message).toBe('This picture is over 10 MB. Choose a smaller one.')
  })

  test('refuses a picture that is too small', async () => {
    const tiny = await fourColors(40, 200).png().toBuffer()
    const { status, code } = await upload('juno', tiny)
    expect([status, code]).toEqual([422, 'TOO_SMALL'])
  })
})

describe('incomplete uploads', () => {
  test.each(readable)('refuses a truncated %s, although its selected crop is complete', async (format) => {
    const bytes = whole[format] ?? Buffer.alloc(0)
    for (const part of [0.3, 0.98]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part))
      const { status, message } = await upload('sofia', cut, '?x=0&y=0&size=100')
      expect([status, message]).toEqual([422, damaged])
    }
  })

  test('refuses a picture with corrupt data in the middle', async () => {
    const broken = Buffer.from(whole.png ?? [])
    broken.fill(0, 100_000, 100_400)
    const { status, message } = await upload('sofia', broken)
    expect([status, message]).toEqual([422, damaged])
  })

  test('refuses an upload with an empty body', async () => {
    const { status, code } = await upload('sofia', Buffer.alloc(0))
    expect([status, code]).toEqual([400, 'NO_PICTURE'])
  })

  test('an upload whose connection breaks does not block the next one', async () => {
    const { hostname, port } = new URL(address)
    const bytes = whole.png ?? Buffer.alloc(0)
    const arrival = Promise.withResolvers<{ request: IncomingMessage; response: ServerResponse }>()
    const onRequest = (message: unknown) => arrival.resolve(message as Awaited<typeof arrival.promise>)
    const cookie = await cookieOf('mara')
    subscribe(REQUEST_START, onRequest)
    onTestFinished(() => void unsubscribe(REQUEST_START, onRequest))
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/v1/me/avatar HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${address}\r\n` +
        `cookie: ${cookie}\r\ncontent-type: image/png\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, bytes.length - 10))
    const { request, response } = await arrival.promise
    // Waits until the server has read everything that was sent.
    await expect
      .poll(() => request.socket.bytesRead === socket.bytesWritten && request.readableLength === 0)
      .toBe(true)
    const closed = once(response, 'close')
    socket.destroy()
    await closed
    expect((await upload('mara', Buffer.from('x'))).status).toBe(415)
  })
})

test.each([
  '?x=0&y=0',
  '?x=0&y=0&size=101',
  '?x=-1&y=0&size=100',
  '?x=0.5&y=0&size=100',
  '?x=1&y=0&size=100',
  '?x=0&y=0&size=0',
  '?x=99999999999&y=0&size=100',
  '?rotate=45',
  '?rotate=',
  '?x=&y=&size=',
])('refuses the crop %s outside of the picture', async (query) => {
  const { status, code } = await upload('tom', await fourColors(100, 100).png().toBuffer(), query)
  expect([status, code]).toEqual([400, 'BAD_CROP'])
})
