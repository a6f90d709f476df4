import sharp from 'sharp'
import { MARK_PATHS, MARK_SIZE } from '../mark-paths'
import { stockHex } from '../stock'

// The background color of the icon, the same as the favicon's.
const PAPER = '#151410'
const INK = stockHex.yellow
// The mark's share of the icon's width. Systems crop icons to circles, so the square mark must fit in a central
// circle of 80%.
const SHARE = 0.56

/** Renders the mark on its background as a square PNG without margins, for home screens; `size` in px. */
export function createBrandMarkPng(size: number): Promise<Buffer> {
  const scale = (size * SHARE) / MARK_SIZE
  const inset = (size * (1 - SHARE)) / 2
  const halves = MARK_PATHS.map((half) => `<path d="${half}"/>`).join('')
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${PAPER}"/>` +
        `<g fill="${INK}" transform="translate(${inset} ${inset}) scale(${scale})">${halves}</g></svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer()
}
