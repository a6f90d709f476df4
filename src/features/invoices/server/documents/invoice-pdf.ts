import {
  type Column,
  drawFacts,
  drawFoot,
  drawHead,
  drawItem,
  drawItemsHead,
  drawParties,
  drawTitle,
  drawTotals,
  type Fact,
  FOOT,
  type Item,
  measureItem,
  measureTotals,
  MEASURE,
  type TotalsRow,
} from '~/design/documents/server/document-parts'
import { createPdfSheet, type Sheet } from '~/design/documents/server/pdf-sheet'

/** The texts of an invoice or a credit note, ready to print. */
export interface InvoicePaper {
  siteName: string
  kind: 'Invoice' | 'Credit note'
  number: string
  issuedOn: string
  eventLine: string
  facts: readonly (readonly [label: string, text: string])[]
  /** The lines of the seller; the first line is the name. */
  soldBy: readonly string[]
  billedTo: readonly string[]
  /** The heading of the tax column, such as `VAT`. Undefined without tax; items then have no tax cell. */
  taxName: string | undefined
  /** The items, with the cells quantity, price, tax rate (if any) and amount. */
  items: readonly Item[]
  totals: readonly TotalsRow[]
  total: string
  foot: string
}

const COLUMNS = [
  { label: 'Quantity', end: 440 },
  { label: 'Price', end: 540 },
  { label: 'Amount', end: MEASURE },
]
const listTaxColumns = (taxName: string) => [
  { label: 'Quantity', end: 400 },
  { label: 'Price', end: 500 },
  { label: taxName, end: 552 },
  { label: 'Amount', end: MEASURE },
]
const END = FOOT - 24
const TOP_OF_NEXT_PAGE = 136

/** Creates an A4 PDF without color. Adds pages if the items don't fit on one. */
export async function createInvoicePdf(paper: InvoicePaper): Promise<Buffer> {
  const sheet = await createPdfSheet({
    title: `${paper.kind} ${paper.number}`,
    subject: paper.eventLine,
    siteName: paper.siteName,
    hasPageCount: true,
  })
  addPage(sheet, paper)
  const title = await drawTitle(sheet, paper.kind, 160)
  const facts = drawFacts(sheet, placeFacts(paper), title + 50)
  const parties = drawParties(
    sheet,
    [
      ['Sold by', paper.soldBy],
      ['Billed to', paper.billedTo],
    ],
    facts + 30,
  )
  const items = drawItems(sheet, paper, parties + 36)
  drawSums(sheet, paper, items + 8)
  sheet.eachPage((page, count) => drawFoot(sheet, [paper.foot], `${page} of ${count}`))
  return sheet.finish()
}

function addPage(sheet: Sheet, { siteName, kind, issuedOn }: InvoicePaper): void {
  sheet.addPage()
  drawHead(sheet, { siteName, label: `${kind} issued`, issuedOn })
}

const placeFacts = ({ facts }: InvoicePaper): Fact[] =>
  facts.map(([label, text], index) => ({
    label,
    lines: [text],
    x: index * 160,
    width: index === 3 ? MEASURE - 480 : 150,
  }))

/** Draws the items, on further pages if needed. Returns the y position below the last item. */
function drawItems(sheet: Sheet, paper: InvoicePaper, y: number): number {
  const columns: readonly Column[] = paper.taxName === undefined ? COLUMNS : listTaxColumns(paper.taxName)
  const width = paper.taxName === undefined ? 370 : 330
  let top = drawItemsHead(sheet, columns, y)
  for (const item of paper.items) {
    if (top + measureItem(sheet, item, width) > END) {
      addPage(sheet, paper)
      top = drawItemsHead(sheet, columns, TOP_OF_NEXT_PAGE)
    }
    top = drawItem(sheet, item, { columns, width, y: top })
  }
  return top
}

function drawSums(sheet: Sheet, paper: InvoicePaper, y: number): void {
  const { totals: rows, total } = paper
  const fits = y + measureTotals(rows) <= END
  if (!fits) addPage(sheet, paper)
  drawTotals(sheet, { rows, total }, fits ? y : TOP_OF_NEXT_PAGE)
}
