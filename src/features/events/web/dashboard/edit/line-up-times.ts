import { formatClock } from '~/lib/time'
import { findLineUpWarnings } from '../../../rules/publish-requirements'
import { type EventTimes, toEventTimes } from '../../../rules/event-times'
import { type SetTimes, toSetTimes } from '../../../rules/set-times'
import type { BillRow, EventValues } from './event-values'

export type TimedRow = BillRow & SetTimes

const MINUTE = 60_000
/** The shortest gap between two sets that causes a warning. */
const LEAST_GAP_MS = 15 * MINUTE

/** Returns the times of the event from the form; undefined while the day or a clock time is invalid. */
export function findEventTimes(values: EventValues, now: Date): EventTimes | undefined {
  const { date, startClock, doorsClock, endClock, timezone } = values
  const times = toEventTimes({ date, startClock, doorsClock, endClock, timezone }, now)
  return 'problems' in times ? undefined : times
}

export function toTimedRows(values: EventValues, times: EventTimes): TimedRow[] {
  return values.lineUp.map((row, at) => {
    const set = toSetTimes(row, { times, timezone: values.timezone, at })
    return { ...row, ...('problem' in set ? { startsAt: null, endsAt: null } : set) }
  })
}

/** Returns warnings about overlaps and gaps while typing, before the server checks them. */
export function findTimeWarnings(values: EventValues, times: EventTimes): string[] {
  const rows = toTimedRows(values, times)
  const overlaps = findLineUpWarnings(
    times,
    rows.map((row) => ({ ...row, isBookingOff: false })),
  )
  return [...overlaps.map(({ text }) => text), ...findGaps(rows, times, values.timezone)]
}

function findGaps(rows: readonly TimedRow[], times: EventTimes, zone: string): string[] {
  const sets = sortSets(rows)
  const found: string[] = []
  let until = sets[0]?.from ?? 0
  for (const { from, to } of sets) {
    if (from - until >= LEAST_GAP_MS) found.push(describeGap(until, from, zone))
    until = Math.max(until, to)
  }
  const end = times.endsAt === null ? undefined : Date.parse(times.endsAt)
  if (sets.length > 0 && end !== undefined && end - until >= LEAST_GAP_MS)
    found.push(describeGap(until, end, zone))
  return found
}

function describeGap(from: number, to: number, zone: string): string {
  return `No one plays from ${formatClock(new Date(from), zone)} to ${formatClock(new Date(to), zone)}.`
}

/** Returns sets with both times, in order; milliseconds since 1970. */
export function sortSets(rows: readonly TimedRow[]): { row: TimedRow; from: number; to: number }[] {
  return rows
    .flatMap((row) =>
      row.startsAt !== null && row.endsAt !== null
        ? [{ row, from: Date.parse(row.startsAt), to: Date.parse(row.endsAt) }]
        : [],
    )
    .toSorted((set, other) => set.from - other.from)
}
