import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const

/** The family at one weight (200–900) and width (75–125), one font per file of the package. */
export type Cut = readonly Font[]

// A page of flyers needs the same few dozen cuts repeatedly, and a cut caches its glyphs.
const MAX_CUTS = 96
const cuts = new Map<string, Cut>()
let family: Promise<Font[]> | undefined

// fontkit can't vary a woff2, so it is unpacked first. Both are loaded lazily to keep startup fast.
async function readFamily(): Promise<Font[]> {
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

async function loadFamily(): Promise<Font[]> {
  try {
    family ??= readFamily()
    return await family
  } catch (error) {
    // A file that failed to load may be readable next time.
    family = undefined
    throw error
  }
}

/** Returns Mona Sans at a weight and width, both clamped to the axes. The most recent cuts are cached. */
export async function loadCut(weight: number, width: number): Promise<Cut> {
  const wght = Math.round(Math.min(900, Math.max(200, weight)))
  const wdth = Math.round(Math.min(125, Math.max(75, width)) * 10) / 10
  const key = `${wght}/${wdth}`
  const fonts = await loadFamily()
  const cut = cuts.get(key) ?? fonts.map((font) => font.getVariation({ wght, wdth }))
  cuts.delete(key)
  cuts.set(key, cut)
  for (const oldest of cuts.keys()) {
    if (cuts.size <= MAX_CUTS) break
    cuts.delete(oldest)
  }
  return cut
}
