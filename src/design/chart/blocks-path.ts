/** Where a bar stands in the drawing, in its units. */
export interface BarPlace {
  x: number
  width: number
  /** The line that bars stand on. */
  floor: number
  /** Of one block with the gap above it. */
  pitch: number
}

const GAP = 1.5

/** A bar as a pile of square-edged blocks; the last one is as high as what is left for it. */
export function blocksPath(blocks: number, { x, width, floor, pitch }: BarPlace): string {
  const place = (value: number) => Number(value.toFixed(1))
  const whole = Math.floor(blocks)
  const rest = (pitch - GAP) * (blocks - whole)
  const block = (index: number, height: number) =>
    `M${place(x)} ${place(floor - index * pitch - height - GAP / 2)}h${place(width)}v${place(height)}h${place(-width)}z`
  return [
    ...Array.from({ length: whole }, (_, index) => block(index, pitch - GAP)),
    ...(rest > 0 ? [block(whole, Math.max(rest, 1))] : []),
  ].join('')
}
