/** The part of fontkit this folder uses; the package brings no types. */
declare module 'fontkit' {
  type Path = {
    scale(x: number, y: number): Path
    translate(x: number, y: number): Path
    toSVG(): string
  }
  type Glyph = { advanceWidth: number; path: Path }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
    getVariation(axes: { wght: number; wdth: number }): Font
  }
  export function create(file: Buffer): Font
}
