import { create } from 'qrcode'

/** The modules of a QR code (ISO/IEC 18004, level M) as one SVG path in units of a module, without quiet zone. */
export function qrPath(content: string): { d: string; size: number } {
  const { modules } = create(content, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let d = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size;) {
      if (!modules.get(row, column)) {
        column += 1
        continue
      }
      // One rectangle per run of dark modules: fewer, and no hairlines between neighbours.
      let end = column
      while (end < size && modules.get(row, end)) end += 1
      d += `M${column} ${row}h${end - column}v1h${column - end}z`
      column = end
    }
  }
  return { d, size }
}
