import { measureLine } from './glyph-advances'

export const CAP_HEIGHT = 0.735

const MAX_WORDS = 9
const MAX_LINES = 5
const GAP_RATIO = 0.11
/** Room in em for marks above capitals (İ Ğ Ü) and below them (Ş Ç). */
const MARK_HEIGHT = 0.2
const MARK_ABOVE = /[\u0300-\u0315\u0342\u0344]/
const MARK_BELOW = /[\u0316-\u0333]/

/** `size` is the font size in drawing units, `stretch` the width axis in percent (75–125). */
export type TitleLine = { text: string; size: number; stretch: number }

/** Returns the room a line needs above its capitals and below its baseline, in drawing units. */
export function measureDiacriticRoom({ text, size }: TitleLine): { above: number; below: number } {
  const marks = text.normalize('NFD')
  const room = size * MARK_HEIGHT
  return { above: MARK_ABOVE.test(marks) ? room : 0, below: MARK_BELOW.test(marks) ? room : 0 }
}

export type TitleSetting = {
  lines: TitleLine[]
  /** Height of the whole block, including marks above and below its letters. */
  height: number
  gap: number
  /** The width that every line fills. Smaller than requested when the block was scaled down to its maximum height. */
  measure: number
}

/** `tall` prefers a narrow face that fills the height, `flat` a wide face that stays below it. */
export type TitleMode = 'tall' | 'flat'

type LineWidths = { narrow: number; normal: number; wide: number }

/** Returns the words as printed: upper case, at most nine, `Untitled` for an empty title. */
export function toPrintedWords(title: string): string[] {
  const all = (title.trim() || 'Untitled').toUpperCase().split(/\s+/)
  if (all.length <= MAX_WORDS) return all
  return [...all.slice(0, MAX_WORDS - 1), `${all[MAX_WORDS - 1] ?? ''}…`]
}

/** Returns every way to break the words into one to five lines, shortest first line first. */
function listLineBreaks(words: string[]): string[][] {
  const breaks: string[][] = []
  const extend = (start: number, lines: string[]) => {
    if (start === words.length) {
      breaks.push(lines)
      return
    }
    if (lines.length >= MAX_LINES) return
    for (let end = start + 1; end <= words.length; end++) {
      extend(end, [...lines, words.slice(start, end).join(' ')])
    }
  }
  extend(0, [])
  return breaks
}

/**
 * Returns the line at the font size closest to `wanted` at which the width axis can stretch it to exactly `measure`.
 */
function fitLine(
  text: string,
  widths: LineWidths,
  measure: number,
  wanted: number,
  mode: TitleMode,
): TitleLine {
  const { narrow, normal, wide } = widths
  const largest = measure / narrow
  const smallest = measure / wide
  const target = mode === 'tall' ? Math.max(wanted, smallest) : Math.min(wanted, largest)
  const size = Math.min(largest, Math.max(smallest, target))
  const needed = measure / size
  // `narrow < normal` prevents a division by zero: the backtick is as wide at 75 as at 100.
  const stretch =
    needed <= normal && narrow < normal
      ? 75 + (25 * (needed - narrow)) / (normal - narrow)
      : 100 + (25 * (needed - normal)) / (wide - normal)
  return { text, size, stretch: Math.max(75, Math.min(125, stretch)) }
}

/**
 * Scores how far a title's layout is from the target height; lower is better. Exceeding the maximum costs far more than
 * missing the target.
 */
function calculateBadness(lines: TitleLine[], height: number, target: number, most: number): number {
  const distance =
    height > most ? (height - most) * 8 + target : height > target ? (height - target) * 0.6 : target - height
  const sizes = lines.map((line) => line.size)
  const isUneven = Math.min(...sizes) / Math.max(...sizes) < 0.3
  return distance + (isUneven ? target * 0.6 : 0)
}

/**
 * Breaks and justifies a title: every line exactly as wide as `measure`, the block as close to `height` as a break
 * allows and never higher than `most`.
 */
export function layOutTitle(
  title: string,
  measure: number,
  height: number,
  mode: TitleMode = 'tall',
  most = height,
): TitleSetting {
  // Caches the widths of each line, because the same line occurs in many breaks of the title.
  const known = new Map<string, LineWidths>()
  const measureWidths = (text: string) => {
    const before = known.get(text)
    if (before) return before
    const widths = {
      narrow: measureLine(text, 75),
      normal: measureLine(text, 100),
      wide: measureLine(text, 125),
    }
    known.set(text, widths)
    return widths
  }

  let best: TitleSetting = { lines: [], height: 0, gap: 0, measure }
  let least = Number.POSITIVE_INFINITY
  for (const broken of listLineBreaks(toPrintedWords(title))) {
    const wanted = height / (broken.length * (1 + GAP_RATIO)) / CAP_HEIGHT
    let total = 0
    const lines = broken.map((text) => {
      const line = fitLine(text, measureWidths(text), measure, wanted, mode)
      const { above, below } = measureDiacriticRoom(line)
      total += line.size * CAP_HEIGHT + above + below
      return line
    })
    const gap = Math.min(measure * 0.03, (total / lines.length) * GAP_RATIO)
    total += gap * (lines.length - 1)
    const badness = calculateBadness(lines, total, height, most)
    if (badness < least) {
      least = badness
      best = { lines, height: total, gap, measure }
    }
  }
  return best.height > most ? scaleTitleToHeight(best, most) : best
}

/** Even the flattest break may be too high (one short word): scales the whole block down, which makes it narrower. */
function scaleTitleToHeight(title: TitleSetting, maxHeight: number): TitleSetting {
  const scale = maxHeight / title.height
  return {
    lines: title.lines.map((line) => ({ ...line, size: line.size * scale })),
    height: maxHeight,
    gap: title.gap * scale,
    measure: title.measure * scale,
  }
}
