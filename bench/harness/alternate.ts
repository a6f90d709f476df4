/** One side of a comparison: runs for a bounded time and answers a figure (operations per second, or a time). */
export type Side = () => Promise<number>

export interface Figure {
  name: string
  goal: number
  /** `min`: the median ratio must reach the goal. `max`: it must not exceed it. */
  direction: 'min' | 'max'
  ratios: number[]
}

const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Measures ours and the peer in turn, swapping who goes first, and keeps the ratio ours / peer of each pair. */
export async function alternate(options: {
  name: string
  goal: number
  direction?: 'min' | 'max'
  ours: Side
  peer: Side
  rounds?: number
}): Promise<Figure> {
  const { name, goal, ours, peer, direction = 'min', rounds = 4 } = options
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? ours : peer
    const second = round % 2 === 0 ? peer : ours
    const a = await first()
    const b = await second()
    const [own, other] = round % 2 === 0 ? [a, b] : [b, a]
    ratios.push(own / other)
    console.log(
      `  ${name} round ${round + 1}: ours ${own.toFixed(1)} peer ${other.toFixed(1)} ratio ${(own / other).toFixed(3)}`,
    )
  }
  return { name, goal, direction, ratios }
}

/** Prints the line that readers and scripts look for; answers whether the goal is met. */
export function report(figure: Figure): boolean {
  const middle = median(figure.ratios)
  const format = (value: number) => value.toFixed(3)
  console.log(
    `${figure.name} ratio=${format(middle)} min=${format(Math.min(...figure.ratios))} ` +
      `max=${format(Math.max(...figure.ratios))} goal=${figure.direction === 'min' ? '>=' : '<='}${figure.goal}`,
  )
  return figure.direction === 'min' ? middle >= figure.goal : middle <= figure.goal
}

/** Reports all figures at the end, so that they stand together, and sets the exit code. */
export function conclude(figures: readonly Figure[]): void {
  console.log('')
  const met = figures.map(report)
  if (met.includes(false)) process.exitCode = 1
}

export { median }
