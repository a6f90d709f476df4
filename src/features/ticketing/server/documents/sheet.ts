import PdfKit from 'pdfkit'
import { loadFonts, splitBySubset, type Weight } from './fonts'

/** Colours of a printed document: ink on white, two steps of grey, a hairline. */
export const INK = '#151410'
export const INK_2 = '#45433f'
export const INK_3 = '#5b5954'
export const HAIRLINE = '#c9c8c4'

/** A4 in CSS pixels, so that a document can be held beside its drawing; 1 px is 0.75 pt. */
export const WIDTH = 794
export const HEIGHT = 1123
const POINTS_PER_PIXEL = 0.75

export interface TextStyle {
  size: number
  weight?: Weight
  color?: string
  /** Width in px to wrap within. */
  width?: number
  align?: 'left' | 'right' | 'center'
  lineHeight?: number
  letterSpacing?: number
}

/** A document being drawn in px from the top left of its current page. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument
  addPage(): void
  /** Draws wrapped text; answers the y below its last line. */
  text(text: string, x: number, y: number, style: TextStyle): number
  rule(
    x: number,
    y: number,
    width: number,
    style?: { color?: string; thickness?: number; dashed?: boolean },
  ): void
  finish(): Promise<Buffer>
}

export async function createSheet(about: {
  title: string
  subject: string
  /** What the house is called. */
  house: string
}): Promise<Sheet> {
  const pdf = new PdfKit({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: about.title,
      Subject: about.subject,
      Author: about.house,
      Creator: about.house,
      Producer: about.house,
    },
  })
  // pdfkit also takes a font that fontkit has parsed, though its types do not say so.
  for (const [name, font] of await loadFonts()) pdf.registerFont(name, font as unknown as Buffer)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  return {
    pdf,
    addPage() {
      pdf.addPage()
      pdf.scale(POINTS_PER_PIXEL)
    },
    text: (text, x, y, style) => drawText(pdf, text, x, y, style),
    rule(x, y, width, { color = HAIRLINE, thickness = 1, dashed = false } = {}) {
      pdf.save().lineWidth(thickness).strokeColor(color)
      if (dashed) pdf.dash(6, { space: 4 })
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
        .restore()
    },
    finish() {
      pdf.end()
      return finished
    },
  }
}

function drawText(pdf: PDFKit.PDFDocument, text: string, x: number, y: number, style: TextStyle): number {
  const {
    size,
    weight = 'regular',
    color = INK,
    width = WIDTH - x,
    align = 'left',
    lineHeight = 1.4,
    letterSpacing = 0,
  } = style
  const measure = (words: string) =>
    splitBySubset(words).reduce((sum, run) => {
      pdf.font(`${weight}/${run.subset}`).fontSize(size)
      return sum + pdf.widthOfString(run.text, { characterSpacing: letterSpacing })
    }, 0)
  pdf.fillColor(color)
  let top = y
  for (const line of wrap(text, width, measure)) {
    const free = width - measure(line)
    let left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
    for (const run of splitBySubset(line)) {
      pdf.font(`${weight}/${run.subset}`).fontSize(size)
      pdf.text(run.text, left, top + (size * (lineHeight - 1)) / 2, {
        lineBreak: false,
        characterSpacing: letterSpacing,
      })
      left += pdf.widthOfString(run.text, { characterSpacing: letterSpacing })
    }
    top += size * lineHeight
  }
  return top
}

/** Breaks at spaces; a single word wider than the measure is cut where it must be. */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
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
      while (measure(line) > width && line.length > longestFitting(line, 0, measure).length) {
        const fitting = longestFitting(line, width, measure)
        lines.push(fitting)
        line = line.slice(fitting.length)
      }
    }
    lines.push(line)
  }
  return lines
}

function longestFitting(word: string, width: number, measure: (text: string) => number): string {
  let fitting = ''
  for (const character of word) {
    if (fitting !== '' && measure(fitting + character) > width) break
    fitting += character
  }
  return fitting
}
