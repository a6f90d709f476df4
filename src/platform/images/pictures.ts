import type { Metadata, Sharp, SharpOptions } from 'sharp'
import type { Area, Turn } from '~/lib/picture-crop'
import { isImageComplete, findImageKind } from './image-kind'
import {
  busy,
  damaged,
  type ImageProblem,
  createKindProblem,
  tooComplex,
  badCrop,
  createPixelCountProblem,
  createTooSmallProblem,
} from './image-problem'
import { createScheduler } from '~/lib/scheduler'

/** A size in whole pixels. */
interface Size {
  width: number
  height: number
}

const MAX_SIDE = 12_000

const MAX_PIXELS = 80_000_000

// How many one-byte samples decoders may hold at the same time: 80 megapixels in color with transparency.
const MAX_BYTES = 4 * MAX_PIXELS

const MIN_SIDE = 64

// The share by which a crop area's side may differ from the required shape, because cropping rounds to whole pixels.
const MAX_DEVIATION = 0.02

export interface PictureOptions {
  /** In pixels of the upright picture. Undefined for the largest centered area. */
  area: Area | undefined
  /** Clockwise, after cropping. */
  turn: Turn
}

/** One file of a set, such as `96.webp`. */
export interface Picture {
  name: string
  bytes: Buffer
}

/** The widths of published files. Add new ones, but never remove any. */
export const PICTURE_WIDTHS = [96, 256, 640] as const
export const PICTURE_NAMES: readonly string[] = PICTURE_WIDTHS.flatMap((width) => [
  `${width}.webp`,
  `${width}.avif`,
])
const LARGEST = 640
const MAX_FILE_BYTES = 80_000
const SECONDS = 15
// Levels of quality, from high to low. `blur`, a sigma in pixels, is for pictures that cannot be compressed otherwise,
// such as noise.
const qualities = [
  { webp: 82, avif: 58, blur: 0 },
  { webp: 65, avif: 45, blur: 0 },
  { webp: 45, avif: 32, blur: 0 },
  { webp: 30, avif: 25, blur: 0.8 },
  { webp: 15, avif: 15, blur: 2 },
] as const

// Each picture can need about 500 MB while it is decoded, and the machine has few cores.
const runInTurn = createScheduler({ atOnce: 2, patienceMs: 10_000, waiting: 20 })

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One thread per picture, because two pictures run at the same time. No cache, because no picture is opened twice.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Converts an uploaded picture to one shape (`ratio` is width to height, 1 for a square) and fixed widths, as WebP and
 * AVIF: upright, in sRGB, and without metadata. Returns a problem instead of throwing for an invalid picture.
 */
export async function makePictures(
  bytes: Buffer,
  options: PictureOptions,
  ratio: number,
): Promise<{ pictures: Picture[] } | { problem: ImageProblem }> {
  const kind = findImageKind(bytes)
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp' && kind !== 'avif')
    return { problem: createKindProblem(kind) }
  if (!isImageComplete(kind, bytes)) return { problem: damaged }
  const result = await runInTurn(() => cropAndEncode(bytes, options, ratio))
  return result === 'busy' ? { problem: busy } : result
}

async function cropAndEncode(bytes: Buffer, { area: wanted, turn }: PictureOptions, ratio: number) {
  const sharp = await loadSharp()
  const options: SharpOptions = { failOn: 'error', limitInputPixels: MAX_SIDE * MAX_SIDE, pages: 1 }
  try {
    // Reads only the header, without the library's size limit, because our own checks follow.
    const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    const size = getUprightSize(metadata)
    const problem = findSizeProblem(size, countBytesPerPixel(metadata))
    if (problem) return { problem }
    // In a picture to be rotated by a quarter turn, width and height are swapped.
    const isLying = turn === 90 || turn === 270
    const area = resolveCropArea(size, wanted, isLying ? 1 / ratio : ratio)
    if ('code' in area) return { problem: area }
    const largest = toPictureSize(LARGEST, ratio)
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .extract({ left: area.x, top: area.y, width: area.width, height: area.height })
      .resize(isLying ? { width: largest.height, height: largest.width } : largest)
      .toColorspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const pictures: Picture[] = []
    for (const width of PICTURE_WIDTHS) {
      const draw = () => sharp(data, { raw }).rotate(turn).resize(toPictureSize(width, ratio))
      pictures.push(...(await encodePictures(draw, width)))
    }
    return { pictures }
  } catch (error) {
    return { problem: toImageProblem(error) }
  }
}

/** Encodes both formats, each at the first quality that gives a small enough file. */
async function encodePictures(draw: () => Sharp, width: number): Promise<Picture[]> {
  let start = 0
  const pictures: Picture[] = []
  for (const format of ['webp', 'avif'] as const) {
    for (const [level, quality] of qualities.entries()) {
      // AVIF is slow but smaller, so it starts at the quality that WebP needed.
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

function toPictureSize(width: number, ratio: number): Size {
  return { width, height: Math.round(width / ratio) }
}

function getUprightSize({ width, height, orientation = 1 }: Metadata): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

function countBytesPerPixel({ channels, depth }: Metadata): number {
  return channels * (depth === 'uchar' ? 1 : 2)
}

// libvips has no error codes. After the checks above, its errors are problems of the file.
function toImageProblem(error: unknown): ImageProblem {
  if (!(error instanceof Error)) throw error
  if (/timeout/i.test(error.message)) return tooComplex
  return damaged
}

/** Returns the problem with a picture's size, based on its header before any pixel is decoded. */
function findSizeProblem({ width, height }: Size, bytesPerPixel: number): ImageProblem | undefined {
  if (width > MAX_SIDE || height > MAX_SIDE)
    return createPixelCountProblem(width, height, `at most ${MAX_SIDE.toLocaleString('en')} pixels a side`)
  if (width * height > MAX_PIXELS) return createPixelCountProblem(width, height, 'at most 80 megapixels')
  if (width * height * bytesPerPixel > MAX_BYTES)
    return createPixelCountProblem(width, height, 'at most 40 megapixels, or with 8 bits a color')
  if (Math.min(width, height) < MIN_SIDE) return createTooSmallProblem(MIN_SIDE)
  return undefined
}

/**
 * Returns the requested area, or the largest centered one with this `ratio` (width to height). Returns a problem if the
 * area isn't inside the picture, is too small, or has another shape.
 */
function resolveCropArea(
  { width, height }: Size,
  wanted: Area | undefined,
  ratio: number,
): Area | ImageProblem {
  if (wanted === undefined) {
    const largest = {
      width: Math.min(width, Math.floor(height * ratio)),
      height: Math.min(height, Math.floor(width / ratio)),
    }
    const x = Math.floor((width - largest.width) / 2)
    return { x, y: Math.floor((height - largest.height) / 2), ...largest }
  }
  const { x, y } = wanted
  if (![x, y, wanted.width, wanted.height].every((value) => Number.isSafeInteger(value) && value >= 0))
    return badCrop
  if (wanted.width === 0 || wanted.height === 0) return badCrop
  if (x + wanted.width > width || y + wanted.height > height) return badCrop
  const off = Math.abs(wanted.width - wanted.height * ratio)
  if (off > Math.max(2, wanted.width * MAX_DEVIATION)) return badCrop
  return Math.min(wanted.width, wanted.height) < MIN_SIDE ? createTooSmallProblem(MIN_SIDE) : wanted
}
