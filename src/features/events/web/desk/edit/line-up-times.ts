import { formatClock } from '~/lib/time'
import { findWarnings } from '../../../rules/missing'
import { type NightTimes, toNightTimes } from '../../../rules/night-times'
import { type SetTimes, toSetTimes } from '../../../rules/set-times'
import type { BillRow, NightValues } from './night-values'

export type TimedRow = BillRow & SetTimes

const MINUTE = 60_000
/** Between two sets; shorter ones are one record that runs out. */
const LEAST_GAP_MS = 15 * MINUTE

/** The moments of the night as the form stands; undefined while a clock or the day cannot be read. */
export function nightOf(values: NightValues, now: Date): NightTimes | undefined {
  const { date, startClock, doorsClock, endClock, timezone } = values
  const times = toNightTimes({ date, startClock, doorsClock, endClock, timezone }, now)
  return 'problems' in times ? undefined : times
}

export function timedRows(values: NightValues, night: NightTimes): TimedRow[] {
  return values.lineUp.map((row, at) => {
    const times = toSetTimes(row, { night, timezone: values.timezone, at })
    return { ...row, ...('problem' in times ? { startsAt: null, endsAt: null } : times) }
  })
}

/** What looks odd on the bill, at once and not only when it is saved: who plays at the same time, and when nobody does. */
export function oddTimes(values: NightValues, night: NightTimes): string[] {
  const rows = timedRows(values, night)
  const overlaps = findWarnings(
    night,
    rows.map((row) => ({ ...row, isBookingOff: false })),
  )
  return [...overlaps.map(({ words }) => words), ...gaps(rows, night, values.timezone)]
}

function gaps(rows: readonly TimedRow[], night: NightTimes, zone: string): string[] {
  const sets = setsInOrder(rows)
  const found: string[] = []
  let until = sets[0]?.from ?? 0
  for (const { from, to } of sets) {
    if (from - until >= LEAST_GAP_MS) found.push(gapWords(until, from, zone))
    until = Math.max(until, to)
  }
  const end = night.endsAt === null ? undefined : Date.parse(night.endsAt)
  if (sets.length > 0 && end !== undefined && end - until >= LEAST_GAP_MS)
    found.push(gapWords(until, end, zone))
  return found
}

function gapWords(from: number, to: number, zone: string): string {
  return `Nobody plays from ${formatClock(new Date(from), zone)} to ${formatClock(new Date(to), zone)}.`
}

/** Sets with both clocks, the first one first; milliseconds since 1970. */
export function setsInOrder(rows: readonly TimedRow[]): { row: TimedRow; from: number; to: number }[] {
  return rows
    .flatMap((row) =>
      row.startsAt !== null && row.endsAt !== null
        ? [{ row, from: Date.parse(row.startsAt), to: Date.parse(row.endsAt) }]
        : [],
    )
    .toSorted((one, other) => one.from - other.from)
}
