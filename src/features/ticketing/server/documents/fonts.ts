import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

// Static instances, because a PDF embeds glyphs of a font that does not vary. Two files a weight: latin and latin-ext.
const WEIGHTS = { regular: 400, strong: 600, bold: 700 } as const
const SUBSETS = ['latin', 'latin-ext'] as const
const require = createRequire(import.meta.url)

export type Weight = keyof typeof WEIGHTS
export type Subset = (typeof SUBSETS)[number]
export type FontFiles = ReadonlyMap<`${Weight}/${Subset}`, Buffer>

let loaded: Promise<FontFiles> | undefined

/** Mona Sans for documents, read from the installed package once per process. */
export function loadFonts(): Promise<FontFiles> {
  loaded ??= readFonts()
  return loaded
}

async function readFonts(): Promise<FontFiles> {
  const entries = (Object.keys(WEIGHTS) as Weight[]).flatMap((weight) =>
    SUBSETS.map(async (subset) => {
      const file = require.resolve(
        `@fontsource/mona-sans/files/mona-sans-${subset}-${WEIGHTS[weight]}-normal.woff`,
      )
      return [`${weight}/${subset}`, await readFile(file)] as const
    }),
  )
  return new Map(await Promise.all(entries))
}

/** Cuts a text into runs that one font file can draw: the latin file ends before Latin Extended-A. */
export function splitBySubset(text: string): { text: string; subset: Subset }[] {
  const runs: { text: string; subset: Subset }[] = []
  for (const character of text) {
    const subset = isExtended(character.codePointAt(0) ?? 0) ? 'latin-ext' : 'latin'
    const last = runs.at(-1)
    if (last?.subset === subset) last.text += character
    else runs.push({ text: character, subset })
  }
  return runs
}

const isExtended = (point: number) =>
  (point >= 0x100 && point <= 0x2af && point !== 0x131 && point !== 0x152 && point !== 0x153) ||
  (point >= 0x1e00 && point <= 0x1eff)
