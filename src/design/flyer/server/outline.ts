import { drawRectangle } from '../paths'
import { CAP_HEIGHT } from '../title'
import { type Cut, loadCut } from './mona-sans'

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

// Marks, joiners and variation selectors that modify a character missing from all files.
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
  const cut = await loadCut(weight, width)
  let d = ''
  let x = 0
  for (const character of text.normalize('NFC').toWellFormed()) {
    const drawn = drawCharacter(character, cut, size, x)
    d += drawn.d
    x += drawn.advance
  }
  return { d, advance: x }
}
