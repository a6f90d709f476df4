import PdfKit from 'pdfkit'
import { loadFonts, splitBySubset, type Subset, type Weight } from './fonts'

/** Print colors: ink on white, two shades of gray, a hairline. */
export const INK = '#151410'
export const INK_2 = '#45433f'
export const INK_3 = '#5b5954'
export const HAIRLINE = '#c9c8c4'

/** A4 in CSS pixels, to compare documents with their designs; 1 px is 0.75 pt. */
export const WIDTH = 794
export const HEIGHT = 1123
const POINTS_PER_PIXEL = 0.75
const LINE_HEIGHT = 1.4

export interface TextStyle {
  size: number
  weight?: Weight
  color?: string
  width?: number
  align?: 'left' | 'right' | 'center'
  lineHeight?: number
  letterSpacing?: number
}

/** A PDF document drawn in px from the top left of the current page. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument
  addPage(): void
  /** Draws wrapped text; returns the y below its last line. */
  text(text: string, x: number, y: number, style: TextStyle): number
  /** Returns the height of wrapped text. */
  measure(text: string, style: TextStyle & { width: number }): number
  /** Draws a PNG. A buffer is parsed only once, and stored once per document, however often it is drawn. */
  image(png: Buffer, x: number, y: number, size: { width: number; height: number }): void
  /** Fills an SVG path, moved to x and y and scaled. A path that is drawn several times is parsed once. */
  path(d: string, x: number, y: number, style?: { scale?: number; color?: string }): void
  rule(
    x: number,
    y: number,
    width: number,
    style?: { color?: string; thickness?: number; dashed?: boolean },
  ): void
  /** Draws on every page that was added, such as its number. Needs `hasPageCount`. */
  eachPage(draw: (page: number, count: number) => void): void
  finish(): Promise<Buffer>
}

export async function createPdfSheet(about: {
  title: string
  subject: string
  siteName: string
  /** Pages stay in memory until the end, for `eachPage`. */
  hasPageCount?: boolean
}): Promise<Sheet> {
  const pdf = new PdfKit({
    // No default font: pdfkit would prepare Helvetica for each document.
    font: '',
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: about.hasPageCount === true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: about.title,
      Subject: about.subject,
      Author: about.siteName,
      Creator: about.siteName,
      Producer: about.siteName,
    },
  })
  // pdfkit also accepts a font parsed by fontkit, though its types don't say so.
  for (const [name, font] of await loadFonts()) pdf.registerFont(name, font as unknown as Buffer)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const images = new Map<Buffer, OpenedImage>()
  return {
    pdf,
    addPage() {
      pdf.addPage()
      pdf.scale(POINTS_PER_PIXEL)
    },
    text: (text, x, y, style) => drawText(pdf, text, x, y, style),
    measure(text, { size, weight = 'regular', width, letterSpacing = 0, lineHeight = LINE_HEIGHT }) {
      return layOutLines(pdf, text, { size, weight, width, letterSpacing }).length * size * lineHeight
    },
    image(png, x, y, size) {
      const image = images.get(png) ?? openImage(png, `I${images.size + 1}`)
      images.set(png, image)
      // pdfkit also accepts an opened image, though its types don't say so.
      pdf.image(image as unknown as Buffer, x, y, size)
    },
    path(d, x, y, { scale = 1, color = INK } = {}) {
      pdf.save().translate(x, y).scale(scale).addContent(parsePath(pdf, d))
      pdf.fill(color).restore()
    },
    rule(x, y, width, { color = HAIRLINE, thickness = 1, dashed = false } = {}) {
      pdf.save().lineWidth(thickness).strokeColor(color)
      if (dashed) pdf.dash(6, { space: 4 })
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
        .restore()
    },
    eachPage(draw) {
      const { start, count } = pdf.bufferedPageRange()
      for (let page = 1; page <= count; page += 1) {
        pdf.switchToPage(start + page - 1)
        draw(page, count)
      }
    },
    finish() {
      pdf.end()
      return finished
    },
  }
}

interface OpenedImage {
  label: string
}

const parsedImages = new WeakMap<Buffer, OpenedImage>()

/**
 * Opens a PNG for one document. pdfkit writes into an opened image, so each document gets an object that inherits from
 * the parsed one.
 */
function openImage(png: Buffer, label: string): OpenedImage {
  let parsed = parsedImages.get(png)
  if (parsed === undefined) {
    const opener = new PdfKit({ font: '', autoFirstPage: false }) as unknown as {
      openImage(png: Buffer): OpenedImage
    }
    parsed = opener.openImage(png)
    parsedImages.set(png, parsed)
  }
  return Object.assign(Object.create(parsed) as OpenedImage, { label })
}

const MAX_PATHS = 100
const parsedPaths = new Map<string, Buffer>()

function parsePath(pdf: PDFKit.PDFDocument, d: string): Buffer {
  let parsed = parsedPaths.get(d)
  if (parsed === undefined) {
    const operators: string[] = []
    const recorder: PDFKit.PDFDocument = Object.assign(Object.create(pdf), {
      addContent(operator: string) {
        operators.push(operator)
        return recorder
      },
    })
    recorder.path(d)
    parsed = Buffer.from(`${operators.join('\n')}\n`)
    if (parsedPaths.size >= MAX_PATHS) parsedPaths.clear()
    parsedPaths.set(d, parsed)
  }
  return parsed
}

function drawText(pdf: PDFKit.PDFDocument, text: string, x: number, y: number, style: TextStyle): number {
  const { size, weight = 'regular', color = INK, width = WIDTH - x } = style
  const { align = 'left', lineHeight = LINE_HEIGHT, letterSpacing = 0 } = style
  pdf.fillColor(color)
  let top = y
  for (const line of layOutLines(pdf, text, { size, weight, width, letterSpacing })) {
    const free = width - line.width
    let left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
    for (const run of line.runs) {
      pdf.font(`${weight}/${run.subset}`).fontSize(size)
      pdf.text(run.text, left, top + (size * (lineHeight - 1)) / 2, {
        lineBreak: false,
        characterSpacing: letterSpacing,
      })
      left += run.width
    }
    top += size * lineHeight
  }
  return top
}

interface Line {
  runs: { text: string; subset: Subset; width: number }[]
  width: number
}

const MAX_TEXTS = 500
const laidOutTexts = new Map<string, Line[]>()

/** Breaks a text into lines. The result is cached, because most texts repeat in the next document. */
function layOutLines(
  pdf: PDFKit.PDFDocument,
  text: string,
  style: Required<Pick<TextStyle, 'size' | 'weight' | 'width' | 'letterSpacing'>>,
): Line[] {
  const { size, weight, width, letterSpacing } = style
  const key = [size, weight, width, letterSpacing, text].join(' ')
  let lines = laidOutTexts.get(key)
  if (lines === undefined) {
    const layOut = (part: string): Line => {
      const runs = splitBySubset(part).map((run) => {
        pdf.font(`${weight}/${run.subset}`).fontSize(size)
        return { ...run, width: pdf.widthOfString(run.text, { characterSpacing: letterSpacing }) }
      })
      return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
    }
    // NFC, because the fonts have accented letters but no combining accents.
    lines = wrapText(text.normalize('NFC'), width, (part) => layOut(part).width).map(layOut)
    if (laidOutTexts.size >= MAX_TEXTS) laidOutTexts.clear()
    laidOutTexts.set(key, lines)
  }
  return lines
}

/** Wraps at spaces; a word wider than `width` is cut. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (measure(longer) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      while (measure(line) > width && line.length > cutToWidth(line, 0, measure).length) {
        const fitting = cutToWidth(line, width, measure)
        lines.push(fitting)
        line = line.slice(fitting.length)
      }
    }
    lines.push(line)
  }
  return lines
}

function cutToWidth(word: string, width: number, measure: (text: string) => number): string {
  let fitting = ''
  for (const character of word) {
    if (fitting !== '' && measure(fitting + character) > width) break
    fitting += character
  }
  return fitting
}
