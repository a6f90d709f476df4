import { INK } from '~/design/flyer/paper-stocks'
import { PICTURE_WIDTHS } from '~/platform/images/pictures'
import { createSetKey, toPictureUrl } from '~/platform/pictures/picture-set'
import type { MediaStorage } from '~/platform/storage/media-storage'

const LARGEST = Math.max(...PICTURE_WIDTHS)
/** Renders at a higher resolution than shown, so that scaling down smooths the edges of the dots. */
export const PRINT_WIDTH = 960

export interface Print {
  /** A grayscale picture as base64, in any format that sharp can read. */
  tones: string
  /** Width to height. */
  ratio: number
  /** Distance between two rows of halftone dots, in pixels of the rendered picture. */
  dot: number
  /** Exponent applied to the brightness; values below 1 make the picture lighter. */
  curve: number
  /** Whether pixels with this alpha are drawn in ink. */
  isInked: (alpha: number) => boolean
  /** The color below the ink: see `toPixel`. */
  groundAt: (alpha: number, x: number, y: number) => number
}

/**
 * Renders a demo picture as halftone dots, stores it like an upload (a set of files) and returns its URL. Ten times as
 * fast as `makePictures` with larger files, because the demo must start quickly.
 */
export async function storeHalftone(
  storage: Pick<MediaStorage, 'put'>,
  folder: string,
  print: Print,
): Promise<string> {
  const { default: sharp } = await import('sharp')
  const height = Math.round(PRINT_WIDTH / print.ratio)
  const tones = await sharp(Buffer.from(print.tones, 'base64'))
    .resize(PRINT_WIDTH, height, { kernel: 'cubic' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const { data, info } = await sharp(drawHalftone(tones, height, print), {
    raw: { width: PRINT_WIDTH, height, channels: 4 },
  })
    .removeAlpha()
    .resize(LARGEST)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const setKey = createSetKey(folder)
  for (const width of PICTURE_WIDTHS) {
    const picture = sharp(data, { raw }).resize(width)
    await storage.put(`${setKey}/${width}.webp`, await picture.clone().webp({ quality: 30 }).toBuffer())
    await storage.put(`${setKey}/${width}.avif`, await picture.avif({ quality: 36, effort: 0 }).toBuffer())
  }
  return toPictureUrl(setKey)
}

/** Draws a halftone with round dots. The result has four bytes per pixel. */
function drawHalftone(
  tones: Buffer,
  height: number,
  { dot, curve, isInked, groundAt }: Omit<Print, 'tones'>,
): Uint8Array {
  const ink = toPixel(INK)
  const print = new Uint32Array(PRINT_WIDTH * height)
  // The rows of dots run at 45 degrees. A product of two straight waves is the sum of two diagonal ones.
  const wave = Float64Array.from({ length: Math.max(PRINT_WIDTH, height) }, (_, place) =>
    Math.cos((place * Math.SQRT2 * Math.PI) / dot),
  )
  const light = Float64Array.from({ length: 256 }, (_, tone) => (tone / 255) ** curve)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < PRINT_WIDTH; x += 1) {
      const at = y * PRINT_WIDTH + x
      const alpha = tones[at * 4 + 3] ?? 0
      const threshold = 0.06 + 0.44 * (1 + (wave[x] ?? 0) * (wave[y] ?? 0))
      const isDot = isInked(alpha) && (light[tones[at * 4] ?? 0] ?? 0) < threshold
      print[at] = isDot ? ink : groundAt(alpha, x, y)
    }
  return new Uint8Array(print.buffer)
}

/**
 * Converts a color to four bytes, the pixel format of the drawn pictures. Red is the lowest byte, which comes first
 * in memory.
 */
export function toPixel(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return (0xff_00_00_00 | ((value & 255) << 16) | (value & 0xff_00) | (value >> 16)) >>> 0
}
