import {
  createPdfSheet,
  HAIRLINE,
  INK,
  INK_2,
  INK_3,
  WIDTH,
  HEIGHT,
  type Sheet,
} from '~/design/documents/server/pdf-sheet'
import { outlineText } from '~/design/flyer/server/text-outline'
import { createFlyerPng } from '~/design/flyer/server/flyer-png'
import { MARK_PATHS, MARK_SIZE } from '~/design/mark-paths'
import { formatPlaceAddress, formatPlace } from './format-place'
import { createQrCode } from './qr-code'

/** One page for one ticket. Texts are ready to print, with times in the event's zone. */
export interface TicketPage {
  number: string
  code: string
  typeName: string
  position: number
  count: number
  orderNumber: string
  title: string
  date: string
  time: string
  shortDate: string
  venueName: string
  venueAddress: string
  location: string
  holder: string
  ageRestriction: number | null
}

const MARGIN = 56
const STRIP = 380
const QR = { size: 232, x: WIDTH - MARGIN - 248, y: STRIP + 56 }

/** Creates an A4 PDF with one ticket per page. */
export async function createTicketsPdf(pages: readonly TicketPage[], siteName: string): Promise<Buffer> {
  const first = pages[0]
  if (first === undefined) throw new Error('a ticket file needs at least one ticket')
  const sheet = await createPdfSheet({
    title: `Tickets for ${first.title}`,
    subject: `Order ${first.orderNumber}`,
    siteName,
  })
  for (const [index, page] of pages.entries()) {
    const artwork = await findArtwork(page)
    sheet.addPage()
    sheet.image(artwork.flyer, 0, 0, { width: WIDTH, height: STRIP })
    drawFacts(sheet, page, artwork)
    drawCode(sheet, page)
    drawFold(sheet)
    drawEntranceInstructions(sheet, page)
    drawFoot(sheet, page, { siteName, number: index + 1, count: pages.length })
  }
  return sheet.finish()
}

interface Artwork {
  flyer: Buffer
  titleLines: { d: string; advance: number }[]
}

// The number of cached artworks. Drawing one takes longer than the rest of a ticket, and consecutive tickets are
// mostly for the same event.
const MAX_ARTWORKS = 16
const artworks = new Map<string, Promise<Artwork>>()

function findArtwork(page: TicketPage): Promise<Artwork> {
  const key = [page.title, page.shortDate, page.time].join('\n')
  const artwork = artworks.get(key) ?? drawArtwork(page)
  artworks.delete(key)
  artworks.set(key, artwork)
  // Lets the next order retry a failed drawing.
  artwork.catch(() => artworks.delete(key))
  for (const oldest of artworks.keys()) {
    if (artworks.size <= MAX_ARTWORKS) break
    artworks.delete(oldest)
  }
  return artwork
}

async function drawArtwork({ title, shortDate, time }: TicketPage): Promise<Artwork> {
  const size = { width: WIDTH * 2, height: STRIP * 2 }
  return {
    flyer: await createFlyerPng(title, { ...size, meta: [shortDate, time] }),
    titleLines: await outlineTitle(title),
  }
}

const FACTS_WIDTH = 378

/** Outlines the title: its wide display font is variable, which a PDF cannot embed. */
async function outlineTitle(title: string): Promise<Artwork['titleLines']> {
  const style = { size: 46, weight: 800, width: 116 }
  const lines: string[] = []
  for (const word of title.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    const fits = lines.length > 0 && (await outlineText(longer, style)).advance <= FACTS_WIDTH
    if (fits) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return Promise.all(lines.slice(0, 4).map((line) => outlineText(line, style)))
}

function drawFacts(sheet: Sheet, page: TicketPage, { titleLines }: Artwork): void {
  const width = FACTS_WIDTH
  const y = sheet.text(`${page.typeName}, ${page.position} of ${page.count}`, MARGIN, STRIP + 40, {
    size: 15,
    weight: 'strong',
    width,
  })
  const below = drawTitle(sheet, titleLines, y + 8)
  const venue = formatPlaceAddress(page)
  const facts: [string, string, string?][] = [
    ['Date', page.date],
    ['Time', page.time],
    ['Venue', page.venueName, venue],
    ['Name', page.holder],
    ...(page.ageRestriction === null ? [] : ([['Age', `${page.ageRestriction}+`]] as [string, string][])),
  ]
  let top = below + 20
  for (const [label, value, more] of facts) {
    sheet.rule(MARGIN, top, width)
    sheet.text(label, MARGIN, top + 9, { size: 15, color: INK_3, width: 84 })
    let end = sheet.text(value, MARGIN + 84, top + 9, { size: 15, weight: 'strong', width: width - 84 })
    if (more) end = sheet.text(more, MARGIN + 84, end, { size: 15, width: width - 84 })
    top = end + 9
  }
}

function drawTitle(sheet: Sheet, lines: Artwork['titleLines'], y: number): number {
  let baseline = y + 42
  for (const { d, advance } of lines) {
    sheet.path(d, MARGIN, baseline, { scale: Math.min(1, FACTS_WIDTH / advance) })
    baseline += 46
  }
  return baseline - 38
}

function drawCode(sheet: Sheet, page: TicketPage): void {
  const { size, runs } = createQrCode(page.code)
  sheet.pdf
    .save()
    .translate(QR.x + 8, QR.y)
    .scale(QR.size / size)
  for (const { row, column, length } of runs) sheet.pdf.rect(column, row, length, 1)
  sheet.pdf.fill(INK).restore()
  sheet.text(page.number, QR.x, QR.y + QR.size + 28, {
    size: 18,
    weight: 'strong',
    width: QR.size + 16,
    align: 'center',
    letterSpacing: 1,
  })
}

const FOLD = 832
function drawFold(sheet: Sheet): void {
  sheet.rule(0, FOLD, WIDTH / 2 - 40, { color: INK_2, thickness: 2, dashed: true })
  sheet.rule(WIDTH / 2 + 40, FOLD, WIDTH / 2 - 40, { color: INK_2, thickness: 2, dashed: true })
  sheet.text('Fold here', 0, FOLD - 8, { size: 12, align: 'center', width: WIDTH })
}

function drawEntranceInstructions(sheet: Sheet, page: TicketPage): void {
  const columns = [
    [
      'At the entrance',
      'Show the code, on paper or on a screen. Each ticket admits one person, once. If you transfer it in the app, this page is no longer valid.',
    ],
    ['Getting there', `${formatPlace(page)}. ${page.time} is local time at the venue.`],
  ] as const
  for (const [index, [heading, advice]] of columns.entries()) {
    const x = MARGIN + index * 361
    const y = sheet.text(heading, x, FOLD + 38, { size: 18, weight: 'bold', width: 321 })
    sheet.text(advice, x, y, { size: 13, color: INK_2, width: 321, lineHeight: 1.35 })
  }
}

function drawFoot(
  sheet: Sheet,
  page: TicketPage,
  { siteName, number, count }: { siteName: string; number: number; count: number },
): void {
  const y = HEIGHT - 56
  const style = { size: 13, color: INK_2 }
  for (const d of MARK_PATHS) sheet.path(d, MARGIN, y, { scale: 18 / MARK_SIZE })
  sheet.text(siteName, MARGIN + 28, y, style)
  sheet.text(`Order ${page.orderNumber}`, MARGIN, y, { ...style, align: 'center', width: WIDTH - 2 * MARGIN })
  sheet.text(`Page ${number} of ${count}`, MARGIN, y, { ...style, align: 'right', width: WIDTH - 2 * MARGIN })
  sheet.rule(MARGIN, y - 14, WIDTH - 2 * MARGIN, { color: HAIRLINE })
}
