import { drawRectangle } from '../svg-paths'
import { CAP_HEIGHT } from '../title-layout'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const

/** One weight (200–900) and width (75–125) of the family: a font per file of the package. */
type Cut = readonly Font[]

// Maximum cached cuts. A page of flyers reuses a few dozen, and each cut caches its glyphs.
const MAX_CUTS = 96

const cuts = new Map<string, Cut>()

let family: Promise<Font[]> | undefined

type TextStyle = {
  /** Font size, in the unit of the returned path. */
  size: number
  weight: number
  width: number
}

type Outline = {
  /** SVG path data from 0,0 on the baseline, y downwards. Fill nonzero. */
  d: string
  /** Width of the line, in the unit of `size`. */
  advance: number
}

// Marks, joiners and variation selectors. If no font file has them, they are drawn as nothing instead of as a block.
const INVISIBLE = /^[\p{M}\p{Cf}\p{Cc}]$/u

function drawCharacter(character: string, cut: Cut, size: number, x: number): Outline {
  const codePoint = character.codePointAt(0) ?? 0
  const font = cut.find((subset) => subset.hasGlyphForCodePoint(codePoint))
  if (font) {
    const glyph = font.glyphForCodePoint(codePoint)
    const scale = size / font.unitsPerEm
    const d = glyph.path.scale(scale, -scale).translate(x, 0).toSVG()
    return { d, advance: glyph.advanceWidth * scale }
  }
  return INVISIBLE.test(character) ? { d: '', advance: 0 } : drawBlock(cut, size, x)
}

/** A block as wide as an O, for a character missing from the font (emoji, other scripts). */
function drawBlock(cut: Cut, size: number, x: number): Outline {
  const font = cut[0]
  const advance = font ? (font.glyphForCodePoint(0x4f).advanceWidth / font.unitsPerEm) * size : size
  const top = -size * CAP_HEIGHT
  return { d: drawRectangle(x + advance * 0.06, top, advance * 0.88, -top), advance }
}

/**
 * Converts one line of Mona Sans to path data, for formats that can't vary a font: PNG, PDF, email. Set without
 * kerning, like the flyers on the page.
 */
export async function outlineText(text: string, { size, weight, width }: TextStyle): Promise<Outline> {
  const cut = await loadFontVariation(weight, width)
  let d = ''
  let x = 0
  for (const character of text.normalize('NFC').toWellFormed()) {
    const drawn = drawCharacter(character, cut, size, x)
    d += drawn.d
    x += drawn.advance
  }
  return { d, advance: x }
}

// fontkit can't vary a woff2, so it is unpacked first. The two packages are loaded lazily to keep startup fast.
async function readFontFamily(): Promise<Font[]> {
  const [{ create }, { decompress }] = await Promise.all([import('fontkit'), import('wawoff2')])
  const { resolve } = createRequire(import.meta.url)
  const fonts: Font[] = []
  for (const subset of SUBSETS) {
    const path = resolve(`@fontsource-variable/mona-sans/files/mona-sans-${subset}-wdth-normal.woff2`)
    // Sequential: the result of decompress is in memory that the next call overwrites, so it is copied first.
    fonts.push(create(Buffer.from(await decompress(await readFile(path)))))
  }
  return fonts
}

async function loadFontFamily(): Promise<Font[]> {
  try {
    family ??= readFontFamily()
    return await family
  } catch (error) {
    // Don't cache the failure: a file that failed to load may be readable next time.
    family = undefined
    throw error
  }
}

/** Returns Mona Sans at a weight and width, both clamped to the axes. The most recent cuts are cached. */
async function loadFontVariation(weight: number, width: number): Promise<Cut> {
  const wght = Math.round(Math.min(900, Math.max(200, weight)))
  const wdth = Math.round(Math.min(125, Math.max(75, width)) * 10) / 10
  const key = `${wght}/${wdth}`
  const fonts = await loadFontFamily()
  const cut = cuts.get(key) ?? fonts.map((font) => font.getVariation({ wght, wdth }))
  cuts.delete(key)
  cuts.set(key, cut)
  for (const oldest of cuts.keys()) {
    if (cuts.size <= MAX_CUTS) break
    cuts.delete(oldest)
  }
  return cut
}
