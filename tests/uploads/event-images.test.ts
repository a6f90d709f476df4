import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { MAX_PICTURE_BYTES } from '~/platform/pictures/picture-reader'
import { startTestApp } from '../support/app'
import { fourColors, uploadsTo } from '../support/uploads'

const app = await startTestApp()
afterAll(app.stop)
const { address, db } = app
const { colorsAt, cookieOf, files, removals } = uploadsTo(app)

let id: string
let flyer = Buffer.alloc(0)
beforeAll(async () => {
  id = (await send('jonas', 'POST', 'me/events', { ...draft, clientKey: newId() })).id ?? ''
  flyer = await fourColors(400, 500).png().toBuffer()
})

const draft = {
  title: 'Low Ceiling',
  eventType: 'club_night',
  date: '2027-12-11',
  startsAt: '23:30',
  timezone: 'Europe/Berlin',
}
interface Said {
  status: number
  id?: string
  imageUrl?: string
}

async function send(
  person: string | null,
  method: string,
  path: string,
  body?: object | Buffer,
): Promise<Said> {
  const isFile = Buffer.isBuffer(body)
  const answer = await fetch(`${address}/api/v1/${path}`, {
    method,
    headers: {
      origin: address,
      'x-forwarded-for': app.someAddress(),
      'content-type': isFile ? 'image/png' : 'application/json',
      ...(person === null ? {} : { cookie: await cookieOf(person) }),
    },
    ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return { ...((await answer.json()) as object), status: answer.status }
}
const upload = (person: string | null, body: Buffer, query = '', of = id) =>
  send(person, 'POST', `me/events/${of}/image${query}`, body)
const shown = async () =>
  await db
    .selectFrom('events')
    .select(['featured_image_url', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('an uploaded flyer', () => {
  test('an uploaded flyer is 4:5 in every size and both formats, and the event stores its address', async () => {
    const { status, imageUrl = '' } = await upload('jonas', await fourColors(900, 600).jpeg().toBuffer())
    expect(status).toBe(200)
    expect(imageUrl).toMatch(/^\/media\/events\/[\w-]{22}\/256\.webp$/)
    expect(await shown()).toEqual({ featured_image_url: imageUrl, version: 2 })
    for (const width of [96, 256, 640])
      for (const format of ['webp', 'avif']) {
        const file = await fetch(address + imageUrl.replace('256.webp', `${width}.${format}`))
        expect(file.headers.get('content-type')).toBe(`image/${format}`)
        const { width: wide, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
        expect([wide, height]).toEqual([width, (width / 4) * 5])
      }
    expect(await send('jonas', 'GET', `me/events/${id}`)).toMatchObject({ imageUrl, version: 2 })
  })

  test('an uploaded flyer is cropped and rotated as chosen', async () => {
    const lying = await fourColors(500, 400).png().toBuffer()
    const { imageUrl = '' } = await upload('jonas', lying, '?x=0&y=0&width=500&height=400&rotate=90')
    expect(await colorsAt(imageUrl)).toEqual(['blue', 'red', 'white', 'green'])
  })

  test('a new flyer replaces the previous one and deletes its files, unless a copy of the event uses them', async () => {
    const { imageUrl = '' } = await upload('jonas', flyer)
    await expect.poll(() => files().length).toBe(6)
    const copy = await send('jonas', 'POST', `me/events/${id}/duplicate`, {})
    expect((await send('jonas', 'DELETE', `me/events/${id}/image`)).status).toBe(200)
    expect((await shown()).featured_image_url).toBeNull()
    await expect.poll(removals).toEqual([])
    expect((await fetch(address + imageUrl)).status).toBe(200)
    expect(await send('jonas', 'DELETE', `me/events/${copy.id}`)).toMatchObject({ status: 200 })
    await expect.poll(() => files().length).toBe(0)
    await expect.poll(removals).toEqual([])
  })
})

describe('hostile pictures leave no files', () => {
  const parts = [
    '?x=0&y=0',
    '?x=0&y=0&width=400&height=400',
    '?x=0&y=0&width=500&height=400',
    '?x=1&y=0&width=400&height=500',
    '?x=-1&y=0&width=80&height=100',
    '?x=0&y=0&width=99999999&height=100',
    '?x=0&y=0&width=0&height=0',
    '?x=&y=&width=&height=',
    '?rotate=45',
  ]
  test.each(parts)('refuses the invalid crop %s', async (query) => {
    expect(await upload('jonas', flyer, query)).toMatchObject({ status: 400, code: 'BAD_CROP' })
  })

  test.each([
    ['an empty file', Buffer.alloc(0), 400, 'NO_PICTURE'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      415,
      'NOT_A_PICTURE',
    ],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'NOT_A_PICTURE'],
    ['over 10 MB', Buffer.alloc(MAX_PICTURE_BYTES + 1), 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s', async (_name, body, status, code) => {
    expect(await upload('jonas', body)).toMatchObject({ status, code })
  })

  test('refuses a truncated picture', async () => {
    expect(await upload('jonas', flyer.subarray(0, flyer.length - 200))).toMatchObject({
      status: 422,
      code: 'DAMAGED',
    })
  })

  test('refuses a caller who may not edit the event, and an event that does not exist', async () => {
    expect(await upload(null, flyer)).toMatchObject({ status: 401 })
    for (const person of ['mara', 'customer', 'moderator', 'admin'])
      expect(await upload(person, flyer), person).toMatchObject({ status: 404, message: 'Event not found' })
    for (const other of [newId(), 'x', '%27', '..%2fx'])
      expect((await upload('jonas', flyer, '', other)).status, other).toBe(404)
    expect(await send('mara', 'DELETE', `me/events/${id}/image`)).toMatchObject({ status: 404 })
  })

  test('refuses to change the flyer of a canceled event', async () => {
    const { id: own = '' } = await send('sofia', 'POST', 'me/events', { ...draft, clientKey: newId() })
    const event = db.updateTable('events').where('id', '=', own)
    await event.set({ event_status: 'published' }).execute()
    await event.set({ event_status: 'cancelled' }).execute()
    expect(await upload('sofia', flyer, '', own)).toMatchObject({ status: 409, code: 'NOT_NOW' })
    expect(await send('sofia', 'DELETE', `me/events/${own}/image`)).toMatchObject({ status: 409 })
  })

  test('the refused uploads have left no files', async () => {
    expect(files()).toEqual([])
    expect(await removals()).toEqual([])
    expect((await shown()).featured_image_url).toBeNull()
  })
})
