import { badCrop, type ImageProblem, tooManyPixels, tooSmall } from './image-problem'

/** Whole pixels. */
export interface Size {
  width: number
  height: number
}

/** A square in whole pixels of the upright picture. */
export interface Square {
  x: number
  y: number
  size: number
}

export const MAX_SIDE = 12_000
const MAX_PIXELS = 80_000_000
// Samples of one byte each that a decoder may have to hold at once: 80 megapixels in colour with transparency.
const MAX_BYTES = 4 * MAX_PIXELS
const MIN_SIDE = 64

/** What is wrong with a picture of this size, known from its first bytes before any pixel is unpacked. */
export function sizeProblem({ width, height }: Size, bytesPerPixel: number): ImageProblem | undefined {
  if (width > MAX_SIDE || height > MAX_SIDE)
    return tooManyPixels(width, height, `at most ${MAX_SIDE.toLocaleString('en')} pixels a side`)
  if (width * height > MAX_PIXELS) return tooManyPixels(width, height, 'at most 80 megapixels')
  if (width * height * bytesPerPixel > MAX_BYTES)
    return tooManyPixels(width, height, 'at most 40 megapixels, or with 8 bits a colour')
  if (Math.min(width, height) < MIN_SIDE) return tooSmall(MIN_SIDE)
  return undefined
}

/** The wanted square, or the largest one in the middle. A problem when it does not lie inside or is too small. */
export function squareIn({ width, height }: Size, wanted: Square | undefined): Square | ImageProblem {
  if (wanted === undefined) {
    const size = Math.min(width, height)
    return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size }
  }
  const { x, y, size } = wanted
  if (![x, y, size].every((value) => Number.isSafeInteger(value) && value >= 0)) return badCrop
  if (size === 0 || x + size > width || y + size > height) return badCrop
  return size < MIN_SIDE ? tooSmall(MIN_SIDE) : wanted
}
