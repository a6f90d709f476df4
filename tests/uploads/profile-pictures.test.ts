import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { fourColors, uploadsTo } from '../support/uploads'

const app = await startTestApp()
afterAll(app.stop)
const { address, someAddress } = app
const { colorsAt, cookieOf, files, removals, shownUrl, upload } = uploadsTo(app)

describe('PR-01 an uploaded picture', () => {
  test('a picture becomes six small files at one address, and a PNG named .jpg is read as a PNG', async () => {
    const png = await fourColors(600, 400).png().toBuffer()
    const { status, avatarUrl } = await upload('mara', png, '', { 'content-type': 'image/jpeg' })
    expect(status).toBe(200)
    expect(avatarUrl).toMatch(/^\/media\/avatars\/[\w-]{22}\/256\.webp$/)
    expect(await shownUrl('mara')).toBe(avatarUrl)
    const me = await fetch(`${address}/api/v1/me`, { headers: { cookie: await cookieOf('mara') } })
    expect(JSON.stringify(await me.json()), "the owner's next call returns it").toContain(avatarUrl)
    expect(files()).toHaveLength(6)
    expect(await removals()).toEqual([])
    for (const width of [96, 256, 640])
      for (const format of ['webp', 'avif']) {
        const file = await fetch(address + avatarUrl.replace('256.webp', `${width}.${format}`))
        expect(file.headers.get('content-type')).toBe(`image/${format}`)
        const bytes = Buffer.from(await file.arrayBuffer())
        const { width: side, height, format: real } = await sharp(bytes).metadata()
        expect([side, height, real]).toEqual([width, width, format === 'avif' ? 'heif' : format])
      }
  })

  test('a new picture replaces the previous one, whose files are deleted', async () => {
    const picture = await fourColors(200, 200).png().toBuffer()
    const before = files().length
    const first = await upload('ilse', picture)
    const second = await upload('ilse', picture)
    expect(await shownUrl('ilse')).toBe(second.avatarUrl)
    await expect.poll(() => files().length).toBe(before + 6)
    expect((await fetch(address + first.avatarUrl)).status).toBe(404)
    expect((await fetch(address + second.avatarUrl)).status).toBe(200)
    expect(await removals()).toEqual([])
  })

  test('of several simultaneous uploads, one picture remains, and the others leave no files', async () => {
    const picture = await fourColors(200, 200).png().toBuffer()
    const before = files().length
    const answers = await Promise.all([1, 2, 3].map(() => upload('jonas', picture)))
    // On a busy machine a picture may wait too long for processing; it is refused and leaves no files either.
    const accepted = answers.filter(({ status }) => status !== 503)
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([200]))
    expect(accepted.length).toBeGreaterThan(1)
    const shown = await shownUrl('jonas')
    expect(accepted.map(({ avatarUrl }) => avatarUrl)).toContain(shown)
    await expect.poll(() => files().length).toBe(before + 6)
    expect((await fetch(address + shown)).status).toBe(200)
    await expect.poll(removals).toEqual([])
  })

  test('the stored picture is the selected square of the upright picture, rotated', async () => {
    // The picture is stored sideways. Upright it is 400 wide and 600 high, with red and green above blue and white.
    const upright = fourColors(400, 600)
    const lying = await sharp(await upright.png().toBuffer())
      .rotate(270)
      .toBuffer()
    const jpeg = await sharp(lying).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
    const middle = await upload('temi', jpeg)
    expect(await colorsAt(middle.avatarUrl)).toEqual(['red', 'green', 'blue', 'white'])
    const corner = await upload('temi', jpeg, '?x=200&y=300&size=200&rotate=0')
    expect(await colorsAt(corner.avatarUrl)).toEqual(['white', 'white', 'white', 'white'])
    const turned = await upload('temi', jpeg, '?x=100&y=200&size=200&rotate=90')
    expect(await colorsAt(turned.avatarUrl)).toEqual(['blue', 'red', 'white', 'green'])
  })
})

describe('GET /media/', () => {
  let avatarUrl = ''
  beforeAll(async () => {
    ;({ avatarUrl } = await upload('nova', await fourColors(200, 200).webp().toBuffer()))
  })

  test('files are cacheable forever and run no scripts when opened directly', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(address + avatarUrl, { method })
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { byteLength } = await answer.arrayBuffer()
      expect(byteLength > 0).toBe(method === 'GET')
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0)
    }
  })

  test('paths other than stored files are not found, and none leads out of the folder', async () => {
    const set = avatarUrl.replace('/256.webp', '')
    for (const path of [
      `${set}/255.webp`,
      set,
      `${set}/256.webp.part`,
      '/media/avatars/..%2f..%2fhello.txt',
      `${set}/..%2F..%2F..%2F..%2Fhello.txt`,
      `${set}/%00.webp`,
      '/media/%5Chello.txt',
    ]) {
      const answer = await fetch(address + path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('permission to upload', () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${address}/api/v1/me/avatar`, {
      method: 'POST',
      body: 'a picture',
      headers: { 'x-forwarded-for': someAddress(), ...headers },
    })

  test('refuses callers without an account, and cross-site requests', async () => {
    const visitor = await send({ origin: address })
    expect(visitor.status).toBe(401)
    expect(await visitor.json()).toEqual({ code: 'UNAUTHORIZED', message: 'Sign in to continue.' })
    const cookie = await cookieOf('sofia')
    expect((await send({ cookie, origin: 'https://evil.example' })).status).toBe(403)
  })

  test('allows 20 uploads in ten minutes, then more after a wait', async () => {
    const cookie = await cookieOf('owen')
    const statuses: number[] = []
    for (let count = 0; count < 20; count += 1)
      statuses.push((await send({ cookie, origin: address })).status)
    expect(new Set(statuses)).toEqual(new Set([415]))
    const refused = await send({ cookie, origin: address })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/^Too many attempts\. Try again in/),
    })
  })
})
