import { useId } from 'react'
import { formatCount } from '~/lib/count'
import { createBarPath } from './bar-path'
import { calculateScale } from './scale'
import styles from './bar-chart.module.css'

export interface Bar {
  name: string
  short: string
  value: number
  cells?: readonly string[]
}

type BarChartProps = {
  title: string
  /** Headings of the table's first two columns, such as `Day` and `Sign-ups`. */
  columns: readonly [name: string, value: string]
  more?: readonly string[]
  bars: readonly Bar[]
  /** Labels every nth bar. */
  every?: number
  size?: { width: number; height: number }
}

const LEFT = 44
const TOP = 24
const FOOT = 26
const GAP = 3
// A region that scrolls must be reachable by keyboard (WCAG 2.1.1), though it is not a control.
const reachable = { tabIndex: 0 }
const none: readonly string[] = []

/** A bar chart made of blocks. The highest bar is colored and labeled; a table below has the same data. */
export function BarChart({ title, columns, more = none, bars, every = 7, size }: BarChartProps) {
  const { width, height } = size ?? { width: 560, height: 206 }
  const captionId = useId()
  const most = Math.max(0, ...bars.map(({ value }) => value))
  const { top, step, perBlock } = calculateScale(most)
  const floor = height - FOOT
  const toY = (value: number) => floor - (value / top) * (floor - TOP)
  const slot = (width - LEFT) / Math.max(1, bars.length)
  const peak = most === 0 ? -1 : bars.findIndex(({ value }) => value === most)
  const getMiddle = (index: number) => LEFT + slot * (index + 0.5)
  const lines = Array.from({ length: top / step + 1 }, (_, index) => index * step)
  return (
    <figure className={styles.chart} aria-label={describeChart(title, bars, peak)}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {lines.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width} y1={toY(value)} y2={toY(value)} className={styles.gridLine} />
            <text x={LEFT - 10} y={toY(value) + 4} className={styles.axis} textAnchor="end">
              {formatCount(value)}
            </text>
          </g>
        ))}
        {bars.map(({ name, value }, index) => (
          <path
            key={name}
            className={styles.bar}
            data-peak={index === peak || undefined}
            d={createBarPath(value / perBlock, {
              x: LEFT + slot * index + GAP / 2,
              width: slot - GAP,
              floor,
              pitch: ((floor - TOP) * perBlock) / top,
            })}
          />
        ))}
        {peak >= 0 && (
          <text x={getMiddle(peak)} y={toY(most) - 8} className={styles.peakFigure} textAnchor="middle">
            {formatCount(most)}
          </text>
        )}
        {bars.map(
          ({ name, short }, index) =>
            index % every === 0 && (
              <text
                key={name}
                x={getMiddle(index)}
                y={height - 6}
                className={styles.axis}
                textAnchor="middle"
              >
                {short}
              </text>
            ),
        )}
      </svg>
      <details>
        <summary>As a table</summary>
        <section aria-label={`${title}, table`} {...reachable} className={styles.table}>
          <table className="data-table" aria-labelledby={captionId}>
            <caption id={captionId} className="visually-hidden">
              {title}
            </caption>
            <thead>
              <tr>
                {[...columns, ...more].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map(({ name, value, cells = [] }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{formatCount(value)}</td>
                  {more.map((head, index) => (
                    <td key={head}>{cells[index]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}

function describeChart(title: string, bars: readonly Bar[], peak: number): string {
  const [first, last, highest] = [bars[0], bars.at(-1), bars[peak]]
  if (!first || !last) return `${title}. Nothing yet.`
  const peakText = highest ? `Peak ${formatCount(highest.value)} on ${highest.name}.` : 'None.'
  return `${title}, ${first.name} to ${last.name}. ${peakText}`
}
