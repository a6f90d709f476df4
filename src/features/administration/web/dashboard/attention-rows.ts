import { formatLongAge } from '~/lib/age'
import { formatAmounts } from '~/lib/amounts'
import { formatCount } from '~/lib/count'
import { pluralize } from '~/lib/pluralize'
import type { Attention } from '../../contract-attention'

export interface AttentionRow {
  href: string
  count: string
  label: string
  more: string
}

/** Returns the rows that need attention, in the order of the panel, without empty ones. `now` in ms since 1970. */
export function listAttentionRows(attention: Attention, now: number | undefined): AttentionRow[] {
  const { inviteRequests, reports, payments, refunds, emails } = attention
  const formatAge = (at: string | null) =>
    at === null || now === undefined ? undefined : formatLongAge(at, now)
  const toRow = (count: number, href: string, [singular, plural]: [string, string], more: string) =>
    count > 0 ? [{ href, count: formatCount(count), label: count === 1 ? singular : plural, more }] : []
  const oldest = formatAge(inviteRequests.oldestAt)
  const longest = formatAge(payments.oldestAt)
  return [
    ...toRow(
      inviteRequests.count,
      '/admin/invitations?tab=requests',
      ['invite request', 'invite requests'],
      describeWait(inviteRequests.count, oldest),
    ),
    ...toRow(reports.count, '/dashboard/moderation', ['report', 'reports'], describeReports(reports)),
    ...toRow(
      payments.count,
      '/admin/failures#payments',
      ['payment without an answer', 'payments without an answer'],
      longest === undefined ? 'Checking with the bank' : `Checking with the bank for ${longest}`,
    ),
    ...toRow(
      refunds.count,
      '/admin/failures#refunds',
      ['failed refund', 'failed refunds'],
      `${formatAmounts(refunds.amounts)} to refund`,
    ),
    ...toRow(
      emails.count,
      '/admin/failures#mails',
      ['failed email', 'failed emails'],
      describeEmails(emails),
    ),
  ]
}

function describeWait(count: number, oldest: string | undefined): string {
  if (oldest === undefined) return ''
  return count === 1 ? `It has waited ${oldest}` : `The oldest has waited ${oldest}`
}

function describeReports({ people, messages }: Attention['reports']): string {
  const parts = [
    people > 0 && pluralize(people, 'about a person', 'about people'),
    messages > 0 && pluralize(messages, 'about a message', 'about messages'),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function describeEmails({ newest, count }: Attention['emails']): string {
  if (!newest) return ''
  const description = [newest.to, newest.about].filter((part) => part !== null).join(', ')
  return count === 1 ? description : `Latest: ${description}`
}
