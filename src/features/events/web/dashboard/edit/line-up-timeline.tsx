import { getPaperStock } from '~/design/flyer/paper-stocks'
import { formatClock } from '~/lib/time'
import type { EventTimes } from '../../../rules/event-times'
import styles from './line-up.module.css'
import { sortSets, type TimedRow } from './line-up-times'

type LineUpTimelineProps = { rows: readonly TimedRow[]; times: EventTimes; timezone: string }
type Part = { key: string; from: number; to: number; names: string[]; stock: string | undefined }

/** Timeline of the line-up. Hidden from screen readers: rows and warnings contain the same. */
export function LineUpTimeline({ rows, times, timezone }: LineUpTimelineProps) {
  const parts = toTimelineParts(rows, times)
  const last = parts.at(-1)
  if (!last) return null
  const toClock = (at: number) => formatClock(new Date(at), timezone)
  return (
    <div className={styles.timeline} aria-hidden="true">
      {parts.map(({ key, from, to, names, stock }) => (
        <i key={key} className={stock ? `stock-${stock}` : styles.gap} style={{ flex: to - from }}>
          {stock && (
            <>
              <b>{toClock(from)}</b>
              {names.join(' + ')}
            </>
          )}
        </i>
      ))}
      <em>{toClock(last.to)}</em>
    </div>
  )
}

/** Sets with equal times are one part; a time without a set is a gap. */
function toTimelineParts(rows: readonly TimedRow[], times: EventTimes): Part[] {
  const parts: Part[] = []
  for (const { row, from, to } of sortSets(rows)) {
    const before = parts.at(-1)
    if (before?.stock !== undefined && before.from === from && before.to === to) {
      before.names.push(shortenName(row.name))
      continue
    }
    // A set that starts during an earlier set is drawn from the end of the earlier set.
    const start = before ? Math.max(from, before.to) : from
    if (to <= start) continue
    if (before && start > before.to) parts.push(createGap(before.to, start))
    parts.push({
      key: row.key,
      from: start,
      to,
      names: [shortenName(row.name)],
      stock: getPaperStock(row.name),
    })
  }
  const end = times.endsAt === null ? undefined : Date.parse(times.endsAt)
  const last = parts.at(-1)
  if (last && end !== undefined && end > last.to) parts.push(createGap(last.to, end))
  return parts
}

function createGap(from: number, to: number): Part {
  return { key: `gap-${from}`, from, to, names: [], stock: undefined }
}

function shortenName(name: string): string {
  return name.split(' ')[0] ?? name
}
