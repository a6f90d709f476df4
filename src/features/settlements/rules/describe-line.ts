import { formatCount } from '~/lib/count'
import { toSentenceCase } from '~/lib/sentence-case'
import { formatIsoDay } from '~/lib/time'
import { lineLabels, type StatementLine } from './statement-line'
import { formatDayOfMonth } from './statement-month'

export interface LineFacts {
  line: StatementLine
  tickets: number
  entries: number
  openDisputes: number
  evidenceDueBy: Date | string | null
}

/** `1 ticket`, `1,250 tickets` */
export function countNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

export const countEntries = (count: number): string => countNoun(count, 'entry', 'entries')

/** Returns the label of a line. A single dispute without a bank's decision reads `Dispute, amount held`. */
export function formatLine({ line, openDisputes, entries }: LineFacts): string {
  return line === 'disputes' && openDisputes === 1 && entries === 1
    ? 'Dispute, amount held'
    : lineLabels[line]
}

/** Describes the entries that a line of the statement sums up, such as `2 tickets in 1 payment`. */
export function describeLine(row: LineFacts, timezone: string): string {
  const { line, tickets, entries, openDisputes } = row
  if (line === 'sales') return `${countNoun(tickets, 'ticket')} in ${countNoun(entries, 'payment')}`
  if (line === 'refunds') return countNoun(tickets, 'ticket')
  if (line === 'fees') return countNoun(entries, 'payment')
  if (openDisputes === 0) return countEntries(entries)
  if (line === 'disputes') return describeDisputes(row, timezone)
  return openDisputes === entries
    ? 'Returned to you if you win'
    : `${countEntries(entries)}, ${formatCount(openDisputes)} returned if you win`
}

/** `Evidence due 22 Dec`, or `2 open, the bank decides` */
function describeDisputes({ openDisputes, entries, evidenceDueBy }: LineFacts, timezone: string): string {
  const status =
    evidenceDueBy === null
      ? 'the bank decides'
      : `evidence due ${formatDayOfMonth(formatIsoDay(evidenceDueBy, timezone))}`
  return openDisputes === 1 && entries === 1
    ? toSentenceCase(status)
    : `${formatCount(openDisputes)} open, ${status}`
}
