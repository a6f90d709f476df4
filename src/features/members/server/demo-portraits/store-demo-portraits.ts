import { personId } from '~/database/seed/people'
import { djs } from '~/database/seed/texts/djs'
import { INK, overprint, stockOf, stockOfGenre, STOCKS } from '~/design/flyer/stocks'
import { PICTURE_WIDTHS } from '~/platform/images/pictures'
import { newSetKey, pictureUrlOf } from '~/platform/pictures/picture-set'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { TONES } from './tones'

const LARGEST = Math.max(...PICTURE_WIDTHS)
// Printed larger than shown, which smooths the edges of the dots.
const SIDE = 960
const DOT = 12
const DISC = { radius: 0.7, drop: 0.1, slip: 0.16 }
// The steps of a printed face lie close together in the dark.
const TONE_CURVE = 0.62

type Key = keyof typeof TONES

/**
 * Prints the portraits of the demo in ink on each person's paper, and stores them as uploads are stored: each is a set of files.
 * Returns the address of each by the person's key. Ten times as fast as `makePictures`, with larger files: the demo must start quickly.
 */
export async function storeDemoPortraits(storage: Pick<MediaStorage, 'put'>): Promise<Map<string, string>> {
  const keys = Object.keys(TONES) as Key[]
  return new Map(
    await Promise.all(keys.map(async (key) => [key, await storePortrait(storage, key)] as const)),
  )
}

async function storePortrait(storage: Pick<MediaStorage, 'put'>, key: Key): Promise<string> {
  const { default: sharp } = await import('sharp')
  const tones = await sharp(Buffer.from(TONES[key], 'base64'))
    .resize(SIDE, SIDE, { kernel: 'cubic' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const print = printTones(tones, coloursOf(key))
  const large = await sharp(print, { raw: { width: SIDE, height: SIDE, channels: 4 } })
    .removeAlpha()
    .resize(LARGEST)
    .raw()
    .toBuffer()
  const setKey = newSetKey('avatars')
  for (const width of PICTURE_WIDTHS) {
    const picture = sharp(large, { raw: { width: LARGEST, height: LARGEST, channels: 3 } }).resize(width)
    await storage.put(`${setKey}/${width}.webp`, await picture.clone().webp({ quality: 70 }).toBuffer())
    await storage.put(`${setKey}/${width}.avif`, await picture.avif({ quality: 50, effort: 0 }).toBuffer())
  }
  return pictureUrlOf(setKey)
}

/** A DJ has the paper of their sleeve, anyone else the paper of their avatar. */
function coloursOf(key: Key): { paper: number; spot: number } {
  const dj = djs.find((one) => one.key === key)
  const stock = dj ? stockOfGenre(dj.genre) : stockOf(personId(key))
  const { hex, spots } = STOCKS[stock]
  return { paper: pixelOf(hex), spot: pixelOf(overprint(hex, stock === 'sky' ? spots[1] : spots[0])) }
}

/** A round-dot halftone of the person, in front of the mark in the spot colour. Both have four bytes a pixel. */
function printTones(tones: Buffer, { paper, spot }: { paper: number; spot: number }): Uint8Array {
  const ink = pixelOf(INK)
  const print = new Uint32Array(SIDE * SIDE)
  // Dots in rows at 45 degrees: the sum of two diagonal waves is the product of two straight ones.
  const wave = Float64Array.from({ length: SIDE }, (_, place) =>
    Math.cos((place * Math.SQRT2 * Math.PI) / DOT),
  )
  const curve = Float64Array.from({ length: 256 }, (_, tone) => (tone / 255) ** TONE_CURVE)
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) {
      const at = y * SIDE + x
      if ((tones[at * 4 + 3] ?? 0) > 127) {
        const threshold = 0.06 + 0.44 * (1 + (wave[x] ?? 0) * (wave[y] ?? 0))
        print[at] = (curve[tones[at * 4] ?? 0] ?? 0) < threshold ? ink : paper
      } else print[at] = isInMark(x, y) ? spot : paper
    }
  return new Uint8Array(print.buffer)
}

function isInMark(x: number, y: number): boolean {
  const right = (x / SIDE) * 2 - 1
  const up = 1 - (y / SIDE) * 2 - DISC.drop
  return Math.hypot(right, up - (right < 0 ? DISC.slip : -DISC.slip)) < DISC.radius
}

/** Red is the lowest byte, which comes first in memory. */
function pixelOf(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return (0xff_00_00_00 | ((value & 255) << 16) | (value & 0xff_00) | (value >> 16)) >>> 0
}
