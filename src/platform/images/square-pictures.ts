import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { isWhole, sniffImage } from './image-kind'
import { busy, damaged, type ImageProblem, notAPicture, tooComplex } from './image-problem'
import { MAX_SIDE, type Size, sizeProblem, type Square, squareIn } from './image-size'
import { createTurns } from './image-turns'

export type Turn = 0 | 90 | 180 | 270

export interface SquareWish {
  /** In pixels of the upright picture; undefined: the largest one in the middle. */
  square: Square | undefined
  /** Clockwise, after the square is cut out. */
  turn: Turn
}

/** One file of a set: `96.webp` and the like. */
export interface SquarePicture {
  name: string
  bytes: Buffer
}

/** Files that are already out there have these widths: add to them, but take none away. */
export const SQUARE_WIDTHS = [96, 256, 640] as const
export const SQUARE_NAMES: readonly string[] = SQUARE_WIDTHS.flatMap((width) => [
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
 * A picture that somebody sent as squares of fixed widths in WebP and AVIF: upright, in sRGB, and without anything
 * that the camera wrote into it. It answers a problem instead of throwing for whatever is wrong with the picture.
 */
export async function makeSquarePictures(
  bytes: Buffer,
  wish: SquareWish,
): Promise<{ pictures: SquarePicture[] } | { problem: ImageProblem }> {
  const kind = sniffImage(bytes)
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp' && kind !== 'avif')
    return { problem: notAPicture(kind) }
  if (!isWhole(kind, bytes)) return { problem: damaged }
  const result = await inTurn(() => workOn(bytes, wish))
  return result === 'busy' ? { problem: busy } : result
}

async function workOn(bytes: Buffer, { square: wanted, turn }: SquareWish) {
  const sharp = await loadSharp()
  const options: SharpOptions = { failOn: 'error', limitInputPixels: MAX_SIDE * MAX_SIDE, pages: 1 }
  try {
    // Only the head is read here, so that we say ourselves what is too large.
    const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    const size = uprightSize(metadata)
    const problem = sizeProblem(size, bytesPerPixel(metadata))
    if (problem) return { problem }
    const square = squareIn(size, wanted)
    if ('code' in square) return { problem: square }
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .extract({ left: square.x, top: square.y, width: square.size, height: square.size })
      .resize(LARGEST, LARGEST)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const raw = { width: LARGEST, height: LARGEST, channels: info.channels }
    const pictures: SquarePicture[] = []
    for (const width of SQUARE_WIDTHS) {
      const drawing = () => sharp(data, { raw }).rotate(turn).resize(width, width)
      pictures.push(...(await encode(drawing, width)))
    }
    return { pictures }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Both formats, at the first quality that is small enough. */
async function encode(draw: () => Sharp, width: number): Promise<SquarePicture[]> {
  let start = 0
  const pictures: SquarePicture[] = []
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
