import sharp from 'sharp'
import type { FlyerOptions } from '../compose'
import { flyerOutlines } from './flyer-outlines'

type FlyerPngOptions = FlyerOptions & { width: number; height: number }

/** The flyer of a title as a PNG of width by height px, whole numbers: for link previews (1200 by 630), mail and PDF. */
export async function flyerPng(title: string, options: FlyerPngOptions): Promise<Buffer> {
  const svg = await flyerOutlines(title, options)
  // Ink, paper, spot and the steps between them: a palette is enough, and a third of the bytes.
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, effort: 4 }).toBuffer()
}
