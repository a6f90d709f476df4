type SplitRecordProps = {
  /** Width and height of the picture; the record has a radius of 430. */
  view: { width: number; height: number }
  left: number
  right: number
  rings: number
}

/** The mark as a picture: a ringed record cut in half with offset halves. Decorative and hidden from screen readers. */
export function SplitVinylRecord({ view, left, right, rings }: SplitRecordProps) {
  const middle = view.width / 2
  return (
    <svg viewBox={`0 0 ${view.width} ${view.height}`} preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <path d={drawHalfRecord(middle, left, rings, 0)} fill="var(--ink)" />
      <path d={drawHalfRecord(middle, right, rings, 1)} fill="var(--ink)" />
    </svg>
  )
}

const radius = 430

function drawHalfRecord(x: number, y: number, rings: number, sweep: 0 | 1): string {
  const band = radius / (rings * 2)
  return Array.from({ length: rings }, (_, ring) => {
    const outer = round(radius - ring * 2 * band)
    const inner = round(outer - band)
    return (
      `M${x} ${round(y - outer)}A${outer} ${outer} 0 0 ${sweep} ${x} ${round(y + outer)}` +
      `V${round(y + inner)}A${inner} ${inner} 0 0 ${1 - sweep} ${x} ${round(y - inner)}z`
    )
  }).join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
