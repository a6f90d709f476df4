import { CAP_HEIGHT } from '~/design/flyer/title-layout'
import { outlineText } from '~/design/flyer/server/text-outline'
import { MARK_PATHS, MARK_SIZE } from '~/design/mark-paths'
import { HEIGHT, INK, INK_2, INK_3, type Sheet, WIDTH } from './pdf-sheet'

// The parts of receipts, invoices, credit notes and statements: A4 in ink on white.

export const MARGIN = 64
export const MEASURE = WIDTH - 2 * MARGIN
/** The y in px at which the content of a page ends. */
export const FOOT = HEIGHT - 116

export function drawHead(
  sheet: Sheet,
  { siteName, label, issuedOn }: { siteName: string; label: string; issuedOn: string },
): void {
  const mark = 30
  for (const d of MARK_PATHS) sheet.path(d, MARGIN, 56, { scale: mark / MARK_SIZE })
  sheet.text(siteName, MARGIN + mark + 12, 59, { size: 17, weight: 'bold' })
  sheet.text(label, MARGIN, 56, { size: 13, width: MEASURE, align: 'right' })
  sheet.text(issuedOn, MARGIN, 74, { size: 13, weight: 'strong', width: MEASURE, align: 'right' })
}

// The title is measured at a font size of 100 and then scaled to the full width. Negative spacing sets the letters
// tightly.
const TITLE = { size: 100, weight: 820, width: 118 }
const TITLE_SPACING = -5

/** Draws the title over the full width, like a flyer's. Returns its baseline. */
export async function drawTitle(sheet: Sheet, title: string, top: number): Promise<number> {
  const letters = await Promise.all(Array.from(title, (letter) => outlineText(letter, TITLE)))
  const advance = letters.reduce((sum, letter) => sum + letter.advance + TITLE_SPACING, 0)
  const scale = MEASURE / advance
  const baseline = top + CAP_HEIGHT * TITLE.size * scale
  let x = TITLE_SPACING
  for (const letter of letters) {
    sheet.path(letter.d, MARGIN + x * scale, baseline, { scale })
    x += letter.advance + TITLE_SPACING
  }
  return baseline
}

export interface Fact {
  label: string
  lines: readonly string[]
  /** Distance from the left margin, in px. */
  x: number
  width: number
}

/** Draws a rule and facts side by side. Returns the y below the longest one. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], y: number): number {
  sheet.rule(MARGIN, y, MEASURE, { color: INK, thickness: 2 })
  const ends = facts.map(({ label, lines, x, width }) => {
    let top = sheet.text(label, MARGIN + x, y + 14, { size: 13, color: INK_3, width })
    for (const line of lines) top = sheet.text(line, MARGIN + x, top, { size: 14, weight: 'strong', width })
    return top
  })
  return Math.max(...ends)
}

/** A person or a company; the first line is their name. */
export type Party = readonly [label: string, lines: readonly string[]]

const PARTY_WIDTH = 321

/** Draws two parties side by side. Returns the y below the longer one. */
export function drawParties(sheet: Sheet, parties: readonly [Party, Party], y: number): number {
  const ends = parties.map(([label, lines], column) => {
    const x = column === 0 ? MARGIN : MARGIN + MEASURE - PARTY_WIDTH
    let top = sheet.text(label, x, y, { size: 13, color: INK_3, width: PARTY_WIDTH })
    for (const [index, line] of lines.entries()) {
      const weight = index === 0 ? 'strong' : 'regular'
      top = sheet.text(line, x, top, { size: 14, weight, width: PARTY_WIDTH, lineHeight: 1.5 })
    }
    return top
  })
  return Math.max(...ends)
}

/** A column of numbers beside the items; `end` is the distance of its right edge from the left margin, in px. */
export interface Column {
  label: string
  end: number
}

export interface Item {
  name: string
  details: string
  /** One text per column. */
  cells: readonly string[]
}

const NAME = { size: 15, weight: 'strong' } as const
const DETAILS = { size: 13, color: INK_2 } as const

export function drawItemsHead(sheet: Sheet, columns: readonly Column[], y: number): number {
  const style = { size: 13, weight: 'strong', color: INK_3 } as const
  sheet.text('Item', MARGIN, y, style)
  for (const { label, end } of columns) sheet.text(label, MARGIN, y, { ...style, width: end, align: 'right' })
  return y + 28
}

/** Returns the height that `drawItem` needs. */
export function measureItem(sheet: Sheet, { name, details }: Item, width: number): number {
  return 24 + sheet.measure(name, { ...NAME, width }) + sheet.measure(details, { ...DETAILS, width })
}

/** Draws an item below a rule, with its name and details wrapped to `width`. Returns the y below the item. */
export function drawItem(
  sheet: Sheet,
  { name, details, cells }: Item,
  { columns, width, y }: { columns: readonly Column[]; width: number; y: number },
): number {
  sheet.rule(MARGIN, y, MEASURE)
  for (const [index, { end }] of columns.entries())
    sheet.text(cells[index] ?? '', MARGIN, y + 22, { size: 15, width: end, align: 'right' })
  const below = sheet.text(name, MARGIN, y + 12, { ...NAME, width })
  return sheet.text(details, MARGIN, below, { ...DETAILS, width }) + 12
}

const TOTALS_WIDTH = 320

export type TotalsRow = readonly [label: string, amount: string]

/** Returns the height that `drawTotals` needs. */
export const measureTotals = (rows: readonly TotalsRow[]): number => 20 + rows.length * 27 + 36

/** Draws a perforation, the rows and the total. Returns the y below the total. */
export function drawTotals(
  sheet: Sheet,
  {
    rows,
    total,
    label = 'Total',
    width = TOTALS_WIDTH,
  }: { rows: readonly TotalsRow[]; total: string; label?: string; width?: number },
  y: number,
): number {
  const x = MARGIN + MEASURE - width
  sheet.rule(x, y, width, { color: INK_2, thickness: 2, dashed: true })
  let top = y + 20
  for (const [name, amount] of rows) top = drawTotalsRow(sheet, name, amount, top, width) + 6
  const style = { size: 24, weight: 'bold', width } as const
  sheet.text(label, x, top + 2, style)
  return sheet.text(total, x, top + 2, { ...style, align: 'right' })
}

export function drawTotalsRow(
  sheet: Sheet,
  label: string,
  amount: string,
  y: number,
  width = TOTALS_WIDTH,
): number {
  const x = MARGIN + MEASURE - width
  sheet.text(label, x, y, { size: 15, width })
  return sheet.text(amount, x, y, { size: 15, width, align: 'right' })
}

export function drawFoot(sheet: Sheet, paragraphs: readonly string[], page: string): void {
  sheet.rule(MARGIN, FOOT, MEASURE)
  const style = { ...DETAILS, width: MEASURE - 60 }
  let top = FOOT + 16
  for (const paragraph of paragraphs) top = sheet.text(paragraph, MARGIN, top, style)
  sheet.text(page, MARGIN, FOOT + 16, { ...style, width: MEASURE, align: 'right' })
}
