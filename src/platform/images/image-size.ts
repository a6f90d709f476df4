import type { Area } from '~/lib/picture-crop'
import { badCrop, type ImageProblem, createPixelCountProblem, createTooSmallProblem } from './image-problem'

/** Whole pixels. */
export interface Size {
  width: number
  height: number
}

export const MAX_SIDE = 12_000
const MAX_PIXELS = 80_000_000
// One-byte samples that a decoder may hold at the same time: 80 megapixels in color with transparency.
const MAX_BYTES = 4 * MAX_PIXELS
const MIN_SIDE = 64

/** Returns the problem with a picture's size, based on its header before any pixel is decoded. */
export function findSizeProblem({ width, height }: Size, bytesPerPixel: number): ImageProblem | undefined {
  if (width > MAX_SIDE || height > MAX_SIDE)
    return createPixelCountProblem(width, height, `at most ${MAX_SIDE.toLocaleString('en')} pixels a side`)
  if (width * height > MAX_PIXELS) return createPixelCountProblem(width, height, 'at most 80 megapixels')
  if (width * height * bytesPerPixel > MAX_BYTES)
    return createPixelCountProblem(width, height, 'at most 40 megapixels, or with 8 bits a color')
  if (Math.min(width, height) < MIN_SIDE) return createTooSmallProblem(MIN_SIDE)
  return undefined
}

// Cropping rounds to whole pixels.
const MAX_DEVIATION = 0.02

/**
 * Returns the requested area, or the largest centered one with this `ratio` (width to height). Returns a problem if it
 * isn't inside the picture, is too small, or has another shape.
 */
export function findArea(
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
