import {
  drawFacts,
  drawFoot,
  drawHead,
  drawParties,
  drawTitle,
  drawTotals,
  FOOT,
  MARGIN,
  measureTotals,
  MEASURE,
  type Party,
  type TotalsRow,
} from '~/design/documents/server/document-parts'
import { createPdfSheet, INK_2, INK_3, type Sheet, type TextStyle } from '~/design/documents/server/pdf-sheet'

/** The texts of a statement, ready to print. */
export interface StatementPaper {
  siteName: string
  number: string
  issuedOn: string
  facts: readonly (readonly [label: string, text: string])[]
  parties: readonly [Party, Party]
  opening: PaperRow
  groups: readonly {
    title: string
    amount: string
    rows: readonly PaperRow[]
  }[]
  totals: readonly TotalsRow[]
  closing: TotalsRow
  foot: readonly string[]
}

export interface PaperRow {
  date: string
  entry: string
  details: string
  amount: string
}

type Cell = readonly [text: string, x: number, style: TextStyle & { width: number }]

const BODY = { size: 14 } as const
const GROUP = { size: 15, weight: 'strong', width: MEASURE - 130 } as const
const HEAD = { size: 13, weight: 'strong', color: INK_3 } as const
const COLUMNS = {
  date: { x: 0, width: 100 },
  entry: { x: 108, width: 190 },
  details: { x: 306, width: 230 },
}
const FACTS = [
  { x: 0, width: 175 },
  { x: 180, width: 225 },
  { x: 410, width: 125 },
  { x: 540, width: MEASURE - 540 },
]
const END = FOOT - 24
const TOP_OF_NEXT_PAGE = 136
const HEAD_HEIGHT = 28
const GROUP_GAP = 14

/** Creates an A4 PDF without color. It has more pages if the rows don't fit. */
export async function createStatementPdf(paper: StatementPaper): Promise<Buffer> {
  const sheet = await createPdfSheet({
    title: `Statement ${paper.number}`,
    subject: paper.facts.map((fact) => fact.join(' ')).join(', '),
    siteName: paper.siteName,
    hasPageCount: true,
  })
  addPage(sheet, paper)
  const title = await drawTitle(sheet, 'Statement', 160)
  const facts = paper.facts.map(([label, text], index) => ({
    label,
    lines: [text],
    ...(FACTS[index] ?? { x: 0, width: MEASURE }),
  }))
  const parties = drawParties(sheet, paper.parties, drawFacts(sheet, facts, title + 50) + 30)
  drawSums(sheet, paper, drawTable(sheet, paper, parties + 36) + 8)
  sheet.eachPage((page, count) => drawFoot(sheet, paper.foot, `${page} of ${count}`))
  return sheet.finish()
}

function addPage(sheet: Sheet, { siteName, issuedOn }: StatementPaper): void {
  sheet.addPage()
  drawHead(sheet, { siteName, label: 'Statement issued', issuedOn })
}

/** Draws the opening balance and the groups, on further pages if needed. Returns the y below the last row. */
function drawTable(sheet: Sheet, paper: StatementPaper, y: number): number {
  const width = MEASURE
  let top = drawTableHead(sheet, y)
  const drawCells = (cells: readonly Cell[]) => {
    sheet.rule(MARGIN, top, width)
    for (const [text, x, style] of cells) sheet.text(text, MARGIN + x, top + 9, style)
    top += measureRow(sheet, cells)
  }
  /** `below` is the height that has to fit below the row on the same page; `heading` is repeated on a new page. */
  const drawRow = (
    cells: readonly Cell[],
    { gap = 0, below = 0, heading }: { gap?: number; below?: number; heading?: string } = {},
  ) => {
    if (top + gap + measureRow(sheet, cells) + below > END) {
      addPage(sheet, paper)
      top = drawTableHead(sheet, TOP_OF_NEXT_PAGE)
      if (heading !== undefined) drawCells([[heading, 0, GROUP]])
    } else top += gap
    drawCells(cells)
  }
  drawRow(listCells(paper.opening))
  for (const { title, amount, rows } of paper.groups) {
    const [first] = rows
    const cells: Cell[] = [
      [title, 0, GROUP],
      [amount, 0, { ...GROUP, width, align: 'right' }],
    ]
    // A title is on the same page as its first row.
    drawRow(cells, {
      gap: GROUP_GAP,
      below: first === undefined ? 0 : measureRow(sheet, listCells(first)),
    })
    for (const row of rows) drawRow(listCells(row), { heading: `${title}, continued` })
  }
  return top
}

function drawTableHead(sheet: Sheet, y: number): number {
  sheet.text('Date', MARGIN, y, HEAD)
  sheet.text('Entry', MARGIN + COLUMNS.entry.x, y, HEAD)
  sheet.text('Details', MARGIN + COLUMNS.details.x, y, HEAD)
  sheet.text('Amount', MARGIN, y, { ...HEAD, width: MEASURE, align: 'right' })
  return y + HEAD_HEIGHT
}

const listCells = ({ date, entry, details, amount }: PaperRow): Cell[] => [
  [date, COLUMNS.date.x, { ...BODY, width: COLUMNS.date.width }],
  [entry, COLUMNS.entry.x, { ...BODY, width: COLUMNS.entry.width }],
  [details, COLUMNS.details.x, { ...BODY, color: INK_2, width: COLUMNS.details.width }],
  [amount, 0, { ...BODY, width: MEASURE, align: 'right' }],
]

function measureRow(sheet: Sheet, cells: readonly Cell[]): number {
  return 18 + Math.max(...cells.map(([text, , style]) => sheet.measure(text, style)))
}

function drawSums(sheet: Sheet, paper: StatementPaper, y: number): void {
  const [label, total] = paper.closing
  const fits = y + measureTotals(paper.totals) <= END
  if (!fits) addPage(sheet, paper)
  drawTotals(sheet, { rows: paper.totals, total, label, width: 400 }, fits ? y : TOP_OF_NEXT_PAGE)
}
