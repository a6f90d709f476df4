import sharp from 'sharp'
import type { FlyerOptions } from '../compose-flyer'
import { createOutlinedFlyerSvg } from './flyer-outlines'

type FlyerPngOptions = FlyerOptions & { width: number; height: number }

/**
 * Renders the flyer of a title as a PNG of width by height px (integers): for link previews (1200 by 630), email and
 * PDF.
 */
export async function createFlyerPng(title: string, options: FlyerPngOptions): Promise<Buffer> {
  const svg = await createOutlinedFlyerSvg(title, options)
  // A palette takes a third of the bytes. Dithering would print dots of other colors on plain paper.
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 256, dither: 0, effort: 4 }).toBuffer()
}
