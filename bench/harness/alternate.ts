import { compareCpu, type CpuUse, describeCpu, hasProductProcess, readCpu } from './cpu'
import { isQuick } from './quick'

/** One side of a comparison: runs for a bounded time and returns a figure (operations per second, or a time). */
export type Side = () => Promise<number>

export interface Figure {
  name: string
  goal: number
  /** `min`: the median ratio must reach the goal. `max`: it must not exceed it. */
  direction: 'min' | 'max'
  ratios: number[]
  cpu?: CpuUse[]
  peerCpu?: CpuUse[]
}

/**
 * If the ratios spread further than this around the median, the machine was too busy or the side too uneven for a
 * verdict.
 */
const SPREAD = 0.25
/** Above this share of a core, the load generator measures mostly itself. */
const GENERATOR_SHARE = 0.7
const UNDECIDED_CODE = 2

const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export async function measureCpu(side: Side): Promise<{ value: number; cpu: CpuUse }> {
  const before = readCpu()
  const value = await side()
  return { value, cpu: compareCpu(before, readCpu()) }
}

/**
 * Measures our side and the peer alternately, swapping the order each round, and records the ratio ours / peer of each
 * pair.
 */
export async function alternate(options: {
  name: string
  goal: number
  direction?: 'min' | 'max'
  ours: Side
  peer: Side
  rounds?: number
}): Promise<Figure> {
  const { name, goal, ours, peer, direction = 'min' } = options
  const rounds = isQuick ? 1 : (options.rounds ?? 4)
  const figure = {
    name,
    goal,
    direction,
    ratios: [] as number[],
    cpu: [] as CpuUse[],
    peerCpu: [] as CpuUse[],
  }
  for (let round = 0; round < rounds; round++) {
    const oursFirst = round % 2 === 0
    const first = await measureCpu(oursFirst ? ours : peer)
    const second = await measureCpu(oursFirst ? peer : ours)
    const [own, other] = oursFirst ? [first, second] : [second, first]
    figure.ratios.push(own.value / other.value)
    figure.cpu.push(own.cpu)
    figure.peerCpu.push(other.cpu)
    console.log(
      `  ${name} round ${round + 1}: ours ${own.value.toFixed(1)} peer ${other.value.toFixed(1)} ` +
        `ratio ${(own.value / other.value).toFixed(3)}`,
    )
  }
  return figure
}

/** Prints CPU milliseconds per operation, the median over the rounds, and the largest share of a core the load generator used. */
function reportCpu(side: string, uses: readonly CpuUse[]): void {
  const counted = uses.filter(({ operations }) => operations > 0)
  if (counted.length === 0) return
  const middle = (name: 'product' | 'peer' | 'postgres') => {
    const values = counted.flatMap(({ perOperation }) => perOperation[name] ?? [])
    return values.length === 0 ? undefined : median(values)
  }
  const times = {
    product: middle('product'),
    peer: middle('peer'),
    postgres: middle('postgres'),
    generator: median(counted.map(({ perOperation }) => perOperation.generator)),
  }
  const share = Math.max(...counted.map(({ generatorShare }) => generatorShare))
  console.log(
    `  cpu per operation, ${side}: ${describeCpu(times, side === 'peer' && times.peer !== undefined ? 'peer' : 'product')}; this process used ${(share * 100).toFixed(0)} % of a core`,
  )
}

type Verdict = 'met' | 'missed' | 'undecided' | 'quick'

export function report(figure: Figure): Verdict {
  const { ratios, cpu = [], peerCpu = [] } = figure
  const middle = median(ratios)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  const isUneven = most > middle * (1 + SPREAD) || least < middle * (1 - SPREAD)
  const isOverloaded =
    hasProductProcess() &&
    [...cpu, ...peerCpu].some(
      ({ operations, generatorShare }) => operations > 0 && generatorShare > GENERATOR_SHARE,
    )
  const isMet = figure.direction === 'min' ? middle >= figure.goal : middle <= figure.goal
  const verdict = isQuick ? 'quick' : isUneven || isOverloaded ? 'undecided' : isMet ? 'met' : 'missed'
  const reason = [
    ...(isUneven ? [`rounds differ by more than ±${SPREAD * 100} %`] : []),
    ...(isOverloaded ? [`the load generator used more than ${GENERATOR_SHARE * 100} % of a core`] : []),
  ]
  const format = (value: number) => value.toFixed(3)
  console.log(
    `${figure.name} ratio=${format(middle)} min=${format(least)} max=${format(most)} ` +
      `goal=${figure.direction === 'min' ? '>=' : '<='}${figure.goal} ${verdict}` +
      (verdict === 'undecided' ? ` (${reason.join('; ')})` : ''),
  )
  reportCpu('ours', cpu)
  reportCpu('peer', peerCpu)
  return verdict
}

/**
 * Reports all figures together at the end. Exit code: 1 when a goal is missed, otherwise 2 when a figure is undecided.
 */
export function conclude(figures: readonly Figure[]): void {
  console.log('')
  const verdicts = new Set(figures.map(report))
  if (verdicts.has('missed')) process.exitCode = 1
  else if (verdicts.has('undecided')) process.exitCode = UNDECIDED_CODE
}

export { median }
