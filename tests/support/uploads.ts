import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { getPersonId } from '~demo/people'
import type { startTestApp } from './app'

type Color = 'red' | 'green' | 'blue' | 'white'

export function uploadsTo(app: Awaited<ReturnType<typeof startTestApp>>) {
  const cookies = new Map<string, string>()

  async function cookieOf(person: string): Promise<string> {
    const cookie = cookies.get(person) ?? (await app.signIn(person))
    cookies.set(person, cookie)
    return cookie
  }

  return {
    cookieOf,

    upload: async (person: string, body: Buffer, query = '', headers: Record<string, string> = {}) => {
      const cookie = await cookieOf(person)
      const answer = await fetch(`${app.address}/api/v1/me/avatar${query}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { cookie, origin: app.address, 'x-forwarded-for': app.someAddress(), ...headers },
      })
      const text: Partial<Record<string, string>> = await answer.json()
      return { status: answer.status, headers: answer.headers, avatarUrl: '', code: '', message: '', ...text }
    },

    /** Lists all files in the uploads folder, including unfinished ones. */
    files: (): string[] => {
      try {
        const entries = readdirSync(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      } catch {
        return []
      }
    },

    removals: () => app.db.selectFrom('media_removals').selectAll().execute(),

    shownUrl: async (person: string): Promise<string | null> => {
      const profiles = app.db.selectFrom('profiles').select('avatar_url')
      return (await profiles.where('id', '=', getPersonId(person)).executeTakeFirstOrThrow()).avatar_url
    },

    /** Returns the colors at the centers of the four quarters of a served file. */
    colorsAt: async (path: string): Promise<Color[]> => {
      const bytes = Buffer.from(await (await fetch(app.address + path)).arrayBuffer())
      return listColors(bytes)
    },
  }
}

/** Returns top left, top right, bottom left, bottom right. */
async function listColors(picture: Buffer): Promise<Color[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const place = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [red = 0, green = 0] = data.subarray(place, place + 2)
    if (red > 128 && green > 128) return 'white'
    return red > 128 ? 'red' : green > 128 ? 'green' : 'blue'
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

/** Creates a picture with four equal quarters: red, green above blue, white. */
export function fourColors(width: number, height: number): Sharp {
  const quarter = (background: string, left: number, top: number): OverlayOptions => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3, background } },
    left,
    top,
  })
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    quarter('#e00000', 0, 0),
    quarter('#00e000', width / 2, 0),
    quarter('#0000e0', 0, height / 2),
  ])
}
