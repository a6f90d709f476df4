import { longAge } from '~/lib/age'
import { formatCount } from '~/lib/count'
import { countOf } from '~/lib/count-of'
import { formatDollars } from '~/lib/money'
import type { Attention } from '../../contract-attention'

export interface AttentionRow {
  href: string
  count: string
  what: string
  more: string
}

/** Returns the rows that need attention, in the order of the panel, without empty ones. `now` in ms since 1970. */
export function attentionRows(attention: Attention, now: number | undefined): AttentionRow[] {
  const { inviteRequests, reports, payments, refunds, emails } = attention
  const since = (at: string | null) => (at === null || now === undefined ? undefined : longAge(at, now))
  const row = (count: number, href: string, [one, many]: [string, string], more: string) =>
    count > 0 ? [{ href, count: formatCount(count), what: count === 1 ? one : many, more }] : []
  const oldest = since(inviteRequests.oldestAt)
  const longest = since(payments.oldestAt)
  const waited = inviteRequests.count === 1 ? 'It has' : 'The oldest has'
  return [
    ...row(
      inviteRequests.count,
      '/admin/invitations?tab=requests',
      ['invite request', 'invite requests'],
      oldest === undefined ? '' : `${waited} waited ${oldest}`,
    ),
    ...row(reports.count, '/dashboard/moderation', ['report', 'reports'], aboutWhat(reports)),
    ...row(
      payments.count,
      '/admin/failures#payments',
      ['payment without an answer', 'payments without an answer'],
      longest === undefined ? 'Checking with the bank' : `Checking with the bank for ${longest}`,
    ),
    ...row(
      refunds.count,
      '/admin/failures#refunds',
      ['failed refund', 'failed refunds'],
      `${formatDollars(refunds.cents)} to refund`,
    ),
    ...row(emails.count, '/admin/failures#mails', ['failed email', 'failed emails'], lastEmail(emails)),
  ]
}

function aboutWhat({ people, messages }: Attention['reports']): string {
  const parts = [
    people > 0 && countOf(people, 'about a person', 'about people'),
    messages > 0 && countOf(messages, 'about a message', 'about messages'),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function lastEmail({ newest, count }: Attention['emails']): string {
  if (!newest) return ''
  const which = [newest.to, newest.about].filter((part) => part !== null).join(', ')
  return count === 1 ? which : `Latest: ${which}`
}
