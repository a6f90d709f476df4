/** Rounds a coordinate to at most one decimal for the markup. */
export function round(value: number): number {
  return Number(value.toFixed(1))
}

export function drawCircle(x: number, y: number, radius: number): string {
  const r = round(radius)
  const across = round(2 * radius)
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0z`
}

/** Two circles; filled evenodd, they form a ring of the given thickness. */
export function drawRing(x: number, y: number, radius: number, thickness: number): string {
  return drawCircle(x, y, radius) + drawCircle(x, y, Math.max(0.1, radius - thickness))
}

export function drawRectangle(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
}

export function drawHalfRing(
  x: number,
  y: number,
  radius: number,
  thickness: number,
  side: 'left' | 'right',
): string {
  const inner = Math.max(0.1, radius - thickness)
  const outward = side === 'left' ? 0 : 1
  const r = round(radius)
  const q = round(inner)
  const cx = round(x)
  return (
    `M${cx} ${round(y - radius)}A${r} ${r} 0 0 ${outward} ${cx} ${round(y + radius)}` +
    `V${round(y + inner)}A${q} ${q} 0 0 ${1 - outward} ${cx} ${round(y - inner)}z`
  )
}
