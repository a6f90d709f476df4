import type { Metadata, Sharp, SharpOptions } from 'sharp'
import type { Area, Turn } from '~/lib/picture-crop'
import { isWhole, sniffImage } from './image-kind'
import { busy, damaged, type ImageProblem, notAPicture, tooComplex } from './image-problem'
import { areaIn, MAX_SIDE, type Size, sizeProblem } from './image-size'
import { createTurns } from './image-turns'

export interface PictureWish {
  /** In pixels of the upright picture; undefined: the largest one in the middle. */
  area: Area | undefined
  /** Clockwise, after the area is cut out. */
  turn: Turn
}

/** One file of a set: `96.webp` and the like. */
export interface Picture {
  name: string
  bytes: Buffer
}

/** Files that are already out there have these widths: add to them, but take none away. */
export const PICTURE_WIDTHS = [96, 256, 640] as const
export const PICTURE_NAMES: readonly string[] = PICTURE_WIDTHS.flatMap((width) => [
  `${width}.webp`,
  `${width}.avif`,
])
const LARGEST = 640
const MAX_FILE_BYTES = 80_000
const SECONDS = 15
// From good to as small as it gets. `blur` is a sigma in pixels for what nothing else makes small: pure noise.
const qualities = [
  { webp: 82, avif: 58, blur: 0 },
  { webp: 65, avif: 45, blur: 0 },
  { webp: 45, avif: 32, blur: 0 },
  { webp: 30, avif: 25, blur: 0.8 },
  { webp: 15, avif: 15, blur: 2 },
] as const

// Each holds up to some 500 MB while it unpacks the largest picture that is allowed, and the machine has few cores.
const inTurn = createTurns({ atOnce: 2, patienceMs: 10_000, waiting: 20 })

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Two pictures at once are enough threads, and no picture is ever opened twice.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * A picture that somebody sent in one shape (`ratio` is width to height, 1 a square) and fixed widths, as WebP and AVIF: upright, in
 * sRGB, and without anything that the camera wrote into it. It answers a problem instead of throwing for whatever is wrong with the
 * picture.
 */
export async function makePictures(
  bytes: Buffer,
  wish: PictureWish,
  ratio: number,
): Promise<{ pictures: Picture[] } | { problem: ImageProblem }> {
  const kind = sniffImage(bytes)
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp' && kind !== 'avif')
    return { problem: notAPicture(kind) }
  if (!isWhole(kind, bytes)) return { problem: damaged }
  const result = await inTurn(() => workOn(bytes, wish, ratio))
  return result === 'busy' ? { problem: busy } : result
}

async function workOn(bytes: Buffer, { area: wanted, turn }: PictureWish, ratio: number) {
  const sharp = await loadSharp()
  const options: SharpOptions = { failOn: 'error', limitInputPixels: MAX_SIDE * MAX_SIDE, pages: 1 }
  try {
    // Only the head is read here, so that we say ourselves what is too large.
    const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    const size = uprightSize(metadata)
    const problem = sizeProblem(size, bytesPerPixel(metadata))
    if (problem) return { problem }
    // What is turned by a quarter lies on its side before.
    const isLying = turn === 90 || turn === 270
    const area = areaIn(size, wanted, isLying ? 1 / ratio : ratio)
    if ('code' in area) return { problem: area }
    const largest = sizeAt(LARGEST, ratio)
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .extract({ left: area.x, top: area.y, width: area.width, height: area.height })
      .resize(isLying ? { width: largest.height, height: largest.width } : largest)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const pictures: Picture[] = []
    for (const width of PICTURE_WIDTHS) {
      const drawing = () => sharp(data, { raw }).rotate(turn).resize(sizeAt(width, ratio))
      pictures.push(...(await encode(drawing, width)))
    }
    return { pictures }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Both formats, at the first quality that is small enough. */
async function encode(draw: () => Sharp, width: number): Promise<Picture[]> {
  let start = 0
  const pictures: Picture[] = []
  for (const format of ['webp', 'avif'] as const) {
    for (const [level, quality] of qualities.entries()) {
      // AVIF is slow and smaller: it never begins above the quality that WebP ended with.
      if (level < start) continue
      const drawing = quality.blur === 0 ? draw() : draw().blur(quality.blur)
      const encoded =
        format === 'webp' ? drawing.webp({ quality: quality.webp }) : drawing.avif({ quality: quality.avif })
      const bytes = await encoded.toBuffer()
      if (bytes.length > MAX_FILE_BYTES && level < qualities.length - 1) continue
      start = level
      pictures.push({ name: `${width}.${format}`, bytes })
      break
    }
  }
  return pictures
}

function sizeAt(width: number, ratio: number): Size {
  return { width, height: Math.round(width / ratio) }
}

function uprightSize({ width, height, orientation = 1 }: Metadata): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

function bytesPerPixel({ channels, depth }: Metadata): number {
  return channels * (depth === 'uchar' ? 1 : 2)
}

// libvips has no error codes. What it says of a file that passed the checks above is about the file.
function problemOf(error: unknown): ImageProblem {
  if (!(error instanceof Error)) throw error
  if (/timeout/i.test(error.message)) return tooComplex
  return damaged
}
