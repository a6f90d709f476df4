import { formatClock, formatDay, formatShort, formatShortDate, formatIsoDay } from '~/lib/time'
import type { AuditLogEntry } from '../../contract-audit'

export interface AuditDay {
  day: string
  /** `Friday 20 November`, with the year if it is not the current one. */
  title: string
  lines: AuditLogEntry[]
}

/** Groups entries, newest first, by the reader’s calendar days. */
export function groupByDay(lines: readonly AuditLogEntry[], zone: string, today: string): AuditDay[] {
  const days: AuditDay[] = []
  for (const line of lines) {
    const day = formatIsoDay(line.at, zone)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, title: formatTitle(line.at, zone, today), lines: [line] })
  }
  return days
}

function formatTitle(at: string, zone: string, today: string): string {
  const title = formatDay(at, zone)
  const thisYear = ` ${today.slice(0, 4)}`
  return title.endsWith(thisYear) ? title.slice(0, -thisYear.length) : title
}

const MIN_BULK = 5
// Entries that follow each other this quickly are from a bulk action, not made by hand.
const BULK_GAP_MS = 1000

/**
 * Groups consecutive entries into rows: entries with the same text, and entries of a bulk action, whose targets differ,
 * such as the refunds of an event.
 */
export function groupRepeats(lines: readonly AuditLogEntry[]): AuditLogEntry[][] {
  const keyed = groupNeighbors(lines, isSameBulkAction).flatMap((run) => {
    const isBulk = run.length >= MIN_BULK && new Set(run.map(toTextKey)).size > 1
    return run.map((line) => ({ line, key: isBulk ? run[0]?.id : toTextKey(line) }))
  })
  return groupNeighbors(keyed, (before, after) => before.key === after.key).map((group) =>
    group.map(({ line }) => line),
  )
}

function isSameBulkAction(before: AuditLogEntry, after: AuditLogEntry): boolean {
  const isSame =
    before.actor?.id === after.actor?.id &&
    before.actor?.name === after.actor?.name &&
    before.did === after.did
  return isSame && Date.parse(before.at) - Date.parse(after.at) <= BULK_GAP_MS
}

function groupNeighbors<Item>(
  items: readonly Item[],
  isJoined: (before: Item, after: Item) => boolean,
): Item[][] {
  const groups: Item[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && isJoined(before, item)) last.push(item)
    else groups.push([item])
  }
  return groups
}

/**
 * Returns the entry that represents a group: with its first target, the number of other targets, and only the details
 * that all entries share.
 */
export function summarizeGroup(
  first: AuditLogEntry,
  group: readonly AuditLogEntry[],
): { line: AuditLogEntry; moreTargets: number } {
  const isShared = (read: (line: AuditLogEntry) => string | null | undefined) =>
    group.every((line) => read(line) === read(first))
  return {
    line: {
      ...first,
      change: isShared(({ change }) => change) ? first.change : '',
      until: isShared(({ until }) => until) ? first.until : null,
      link: isShared(({ link }) => link?.href) ? first.link : null,
    },
    moreTargets: new Set(group.map(({ to }) => to?.text)).size - 1,
  }
}

function toTextKey({ actor, did, to, change, until, link }: AuditLogEntry): string {
  return JSON.stringify([actor?.id, actor?.name, did, to?.text, change, until, link?.href])
}

/** Returns `14:02:11`. The seconds are taken from UTC, because they are the same in every time zone. */
export function formatExactClock(at: string, zone: string): string {
  return `${formatClock(at, zone)}:${at.slice(17, 19)}`
}

const TWO_DAYS = 2 * 86_400_000

/** Formats the change: `until 1 Dec 2026 · spam`, with the time of day if the period is short. */
export function formatChange(
  { at, change, until }: Pick<AuditLogEntry, 'at' | 'change' | 'until'>,
  zone: string,
): string {
  if (until === null) return change
  const end = `until ${formatEnd(at, until, zone)}`
  return change === '' ? end : `${end} · ${change}`
}

function formatEnd(at: string, until: string, zone: string): string {
  // A suspension ends at the end of a UTC day, which the form and the email name, so every reader sees that day.
  if (until.slice(11, 19) === '23:59:59') return formatShortDate(until, 'UTC').slice(4)
  const isShort = Date.parse(until) - Date.parse(at) < TWO_DAYS
  return isShort ? formatShort(until, zone) : formatShortDate(until, zone).slice(4)
}
