import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import type { Font } from 'fontkit'

// Static instances, because a PDF embeds glyphs of a non-variable font. Each weight has one file per subset.
const WEIGHTS = { regular: 400, strong: 600, bold: 700 } as const
// Mona Sans has no Greek and Cyrillic letters, which names and addresses on invoices may have.
const FAMILIES = {
  latin: 'mona-sans',
  'latin-ext': 'mona-sans',
  vietnamese: 'mona-sans',
  greek: 'noto-sans',
  cyrillic: 'noto-sans',
} as const
const require = createRequire(import.meta.url)

export type Weight = keyof typeof WEIGHTS
export type Subset = keyof typeof FAMILIES
type Fonts = ReadonlyMap<`${Weight}/${Subset}`, Font>

let loaded: Promise<Fonts> | undefined

/** Loads the fonts of documents, once per thread: parsing takes longer than drawing a ticket. */
export function loadFonts(): Promise<Fonts> {
  loaded ??= readFonts()
  return loaded
}

async function readFonts(): Promise<Fonts> {
  const { create } = await import('fontkit')
  const entries = (Object.keys(WEIGHTS) as Weight[]).flatMap((weight) =>
    (Object.keys(FAMILIES) as Subset[]).map(async (subset) => {
      const family = FAMILIES[subset]
      const file = require.resolve(
        `@fontsource/${family}/files/${family}-${subset}-${WEIGHTS[weight]}-normal.woff`,
      )
      return [`${weight}/${subset}`, prepareFont(create(unpackWoff(await readFile(file))))] as const
    }),
  )
  const fonts = new Map(await Promise.all(entries))
  for (const subset of Object.keys(FAMILIES) as Subset[])
    for (const point of fonts.get(`regular/${subset}`)?.characterSet ?? []) printable.add(point)
  return fonts
}

/** The characters of all fonts, once they are loaded. */
const printable = new Set<number>()

const MAX_LAYOUTS = 1000

/**
 * Caches the layout of words, because pdfkit lays them out again in every document. pdfkit modifies the positions, so
 * each caller gets a copy.
 */
function prepareFont(font: Font): Font {
  // Creates every glyph for its character first, because fontkit creates each glyph only once. A glyph first used as a
  // part of another, such as the ı in an i, would lose its character. Its text could then not be selected.
  for (const point of font.characterSet) font.glyphForCodePoint(point)
  const layOut = font.layout.bind(font)
  const runs = new Map<string, ReturnType<typeof layOut>>()
  font.layout = (text, features) => {
    if (features !== undefined) return layOut(text, features)
    let run = runs.get(text)
    if (run === undefined) {
      if (runs.size >= MAX_LAYOUTS) runs.clear()
      run = layOut(text)
      runs.set(text, run)
    }
    // Copies only the positions; the inherited getter for the width adds them up.
    return Object.assign(Object.create(run) as typeof run, {
      positions: run.positions.map((position) => ({ ...position })),
    })
  }
  return font
}

/**
 * Extracts the TrueType font from a WOFF 1.0 file. fontkit reads WOFF too, but inflates the outline table again for
 * every glyph: 130 ms for one ticket.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Buffer[] = [head]
  let end = head.length
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20
    const offset = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(offset, offset + packedLength)
    const table = packedLength < length ? inflateSync(packed) : packed
    const at = 12 + index * 16
    // A table record: tag and checksum, then the new offset and length.
    woff.copy(head, at, entry, entry + 4)
    woff.copy(head, at + 4, entry + 16, entry + 20)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(length, at + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(table, padding)
    end += length + padding.length
  }
  return Buffer.concat(parts)
}

/**
 * Splits a text into runs of one font file each. A character that no font has, such as a Japanese one, becomes a question mark:
 * the fonts' own sign for it looks like a picture.
 */
export function splitBySubset(text: string): { text: string; subset: Subset }[] {
  const runs: { text: string; subset: Subset }[] = []
  for (const given of text) {
    const character = printable.has(given.codePointAt(0) ?? 0) ? given : '?'
    const subset = findSubset(character.codePointAt(0) ?? 0)
    const last = runs.at(-1)
    if (last?.subset === subset) last.text += character
    else runs.push({ text: character, subset })
  }
  return runs
}

function findSubset(point: number): Subset {
  if (point >= 0x1ea0 && point <= 0x1ef9) return 'vietnamese'
  if (point >= 0x370 && point <= 0x3ff) return 'greek'
  if (point >= 0x400 && point <= 0x52f) return 'cyrillic'
  // The latin file ends before Latin Extended-A, except for ı, Œ and œ.
  if (point < 0x100 || point === 0x131 || point === 0x152 || point === 0x153) return 'latin'
  return point <= 0x2af || (point >= 0x1e00 && point <= 0x1eff) ? 'latin-ext' : 'latin'
}
