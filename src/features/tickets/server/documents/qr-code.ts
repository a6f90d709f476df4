import { create } from 'qrcode'

interface QrCode {
  /** Modules per side, without the quiet zone. */
  size: number
  /** Horizontal runs of dark modules: fewer shapes than one per module, and no hairlines between them. */
  runs: { row: number; column: number; length: number }[]
}

/** Returns the QR code of a text (ISO/IEC 18004, level M). */
export function createQrCode(content: string): QrCode {
  // A fixed mode skips the search for the shortest mix of modes, which takes longer than drawing the code.
  const input = /^[0-9A-Z]+$/.test(content) ? [{ data: content, mode: 'alphanumeric' as const }] : content
  const { modules } = create(input, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const runs: QrCode['runs'] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size;) {
      if (!modules.get(row, column)) {
        column += 1
        continue
      }
      let end = column
      while (end < size && modules.get(row, end)) end += 1
      runs.push({ row, column, length: end - column })
      column = end
    }
  }
  return { size, runs }
}

/** Returns the QR code of a text as one SVG path in units of a module. */
export function createQrPath(content: string): { d: string; size: number } {
  const { size, runs } = createQrCode(content)
  const d = runs.map(({ row, column, length }) => `M${column} ${row}h${length}v1h${-length}z`).join('')
  return { d, size }
}
