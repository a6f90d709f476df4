/** The part of fontkit that flyers and documents use; the package has no types. */
declare module 'fontkit' {
  type Path = {
    scale(x: number, y: number): Path
    translate(x: number, y: number): Path
    toSVG(): string
  }
  type Glyph = { advanceWidth: number; path: Path }
  type GlyphRun = { glyphs: Glyph[]; positions: object[]; advanceWidth: number }
  export type Font = {
    unitsPerEm: number
    characterSet: number[]
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
    layout(text: string, features?: unknown): GlyphRun
    getVariation(axes: { wght: number; wdth: number }): Font
  }
  export function create(file: Buffer): Font
}
