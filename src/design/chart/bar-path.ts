export interface BarPlace {
  x: number
  width: number
  floor: number
  /** Height of one block plus the gap above it. */
  pitch: number
}

const GAP = 1.5

/** Returns the SVG path of a bar that consists of stacked blocks; the last block is as high as the remainder. */
export function createBarPath(blocks: number, { x, width, floor, pitch }: BarPlace): string {
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
