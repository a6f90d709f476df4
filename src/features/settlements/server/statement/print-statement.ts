import { sql } from 'kysely'
import type { Currency } from '~/lib/currency'
import { writeParty } from '~/features/invoices/server/public'
import { formatBalance } from '~/lib/money'
import { formatTaxName, formatTaxRate } from '~/lib/tax-rate'
import { formatDay, formatShortDay } from '~/lib/time'
import { describeLine, formatLine } from '../../rules/describe-line'
import { calculateLineTax, isTaxed } from '../../rules/line-tax'
import { lineLabels } from '../../rules/statement-line'
import {
  formatDayOfMonth,
  formatDayRange,
  formatMonth,
  getFirstDay,
  getLastDay,
  isMonthOver,
} from '../../rules/statement-month'
import type { PersonReads } from '../context'
import { getStatement, sumLines } from './get-statement'
import { createStatementPdf, type StatementPaper } from './statement-pdf'

type Statement = Awaited<ReturnType<typeof getStatement>>

interface StatementOptions {
  siteName: string
  /** The current month by default. */
  month?: string | undefined
  /** The currency of the latest event by default. */
  currency?: Currency | undefined
}

/** Returns a person's statement of a month as a PDF, and its number; undefined for a month that hasn't begun. */
export async function printStatement(
  reads: PersonReads,
  { siteName, month, currency }: StatementOptions,
): Promise<{ number: string; content: Buffer } | undefined> {
  const statement = await getStatement(reads, { month, currency })
  if (statement.month > statement.currentMonth) return undefined
  const holder = await getHolder(reads)
  const serviceFeesCents = await sumServiceFees(reads, statement)
  const suffix = holder.prefix ?? reads.personId.slice(-8).toUpperCase()
  const number = `ST-${statement.month}-${suffix}-${statement.currency}`
  return {
    number,
    content: await createStatementPdf(
      writePaper(statement, { ...holder, serviceFeesCents, siteName, number, now: reads.now }),
    ),
  }
}

interface Holder {
  name: string
  /** The prefix of the person's invoice numbers; null if they have none. */
  prefix: string | null
  isOrganizer: boolean
  /** The person's billing details. */
  party: { name: string; address: string; country: string; taxId: string } | null
  payee: {
    provider: 'sandbox' | 'stripe'
    country: string | null
    last4: string | null
  } | null
}

async function getHolder({ db, personId }: PersonReads): Promise<Holder> {
  const { rows } = await sql<Holder>`
    select p.full_name as name, s.prefix, exists (select from events e where e.organizer_id = p.id) as "isOrganizer",
      case when y.user_id is not null
        then json_build_object('provider', y.provider, 'country', y.country, 'last4', y.bank_last4) end as payee,
      case when b.person_id is not null then json_build_object('name', b.legal_name, 'address', b.address,
        'country', b.country, 'taxId', b.tax_id) end as party
    from profiles p left join billing_details b on b.person_id = p.id left join invoice_sellers s on s.profile_id = p.id
      left join payees y on y.user_id = p.id and y.status = 'connected'
    where p.id = ${personId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Person ${personId} has no profile`)
  return row
}

/** Returns the service fees that buyers paid, less refunds, for the person's events in the month of a statement. */
async function sumServiceFees(
  { db, personId }: PersonReads,
  { month, currency }: Statement,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(d.amount), 0)::float8 as cents
    from events e join ledger_days d on d.event_id = e.id and d.account = 'service_fees'
    where e.organizer_id = ${personId} and d.currency = ${currency} and d.kind in ('sale', 'refund', 'dispute')
      and d.day between ${getFirstDay(month)}::date and ${getLastDay(month)}::date`.execute(db)
  return rows[0]?.cents ?? 0
}

interface PaperOptions {
  siteName: string
  number: string
  now: Date
  serviceFeesCents: number
}

function writePaper(
  statement: Statement,
  { siteName, number, now, serviceFeesCents, ...holder }: Holder & PaperOptions,
): StatementPaper {
  const { month, currency, closingDay, events } = statement
  const format = (cents: number | null) => formatBalance(cents ?? 0, currency)
  const opening = format(statement.openingCents)
  const closing = format(statement.closingCents)
  const closingLabel = isMonthOver(month, now)
    ? 'Closing balance'
    : `Balance on ${formatDayOfMonth(closingDay)}`
  return {
    siteName,
    number,
    issuedOn: formatDay(now, 'UTC'),
    facts: [
      ['Period', formatPeriod(month, closingDay)],
      ['Statement', number],
      ['Opening balance', opening],
      [closingLabel, closing],
    ],
    parties: [
      [holder.isOrganizer ? 'Organizer' : 'DJ', writeParty(holder.party ?? { name: holder.name })],
      ['Account', [describeAccount(holder), `All amounts in ${currency}`]],
    ],
    opening: {
      date: formatDayOfMonth(getFirstDay(month)),
      entry: 'Opening balance',
      details: '',
      amount: opening,
    },
    groups: events.map(({ event, cents, lines }) => ({
      title: event.isDateOpen
        ? event.title
        : `${event.title}, ${formatShortDay(event.startsAt, event.timezone)}`,
      amount: format(cents),
      rows: lines.map((row) => ({
        date: formatDayRange(row.firstDay, row.lastDay),
        entry: formatLine(row),
        details: describeLine(row, event.timezone),
        amount: format(row.cents),
      })),
    })),
    totals: [
      ['Opening balance', opening],
      ...sumLines(statement).map(({ line, cents }) => [lineLabels[line], format(cents)] as const),
    ],
    closing: [closingLabel, closing],
    foot: [
      [
        ...writeTaxes(statement),
        ...(serviceFeesCents > 0
          ? [
              `Service fees from buyers, less refunds: ${format(serviceFeesCents)}. They belong to ${siteName} and aren’t in this balance.`,
            ]
          : []),
      ].join(' '),
      'Dates are the days on which entries were posted, in the time zone of each event.',
      'The CSV export lists the entries of each line with their orders.',
    ].filter((paragraph) => paragraph !== ''),
  }
}

/**
 * Returns the sentence about the tax in the month's sales at each rate, or none without sales. Disputed amounts are
 * deducted like refunds.
 */
function writeTaxes({ events, currency }: Statement): string[] {
  const cents = new Map<number, number>()
  for (const { event, lines } of events)
    if (event.tax.mode !== 'none')
      for (const row of lines)
        if (isTaxed(row.line))
          cents.set(event.tax.ratePpm, (cents.get(event.tax.ratePpm) ?? 0) + calculateLineTax(row, event.tax))
  if (cents.size === 0) return []
  const byRate = [...cents].toSorted(([rate], [other]) => other - rate)
  const amounts = byRate.map(
    ([ratePpm, taxCents]) => `${formatBalance(taxCents, currency)} (${formatTaxRate(ratePpm)})`,
  )
  return [`${formatTaxName(currency)} in sales less refunds: ${amounts.join(', ')}.`]
}

/** `1–30 November 2026` */
function formatPeriod(month: string, closingDay: string): string {
  const last = Number(closingDay.slice(8))
  return `${last === 1 ? '1' : `1–${last}`} ${formatMonth(month)}`
}

function describeAccount({ payee }: Pick<Holder, 'payee'>): string {
  if (payee === null) return 'No payout account is connected'
  const { provider, country, last4 } = payee
  return [
    `${provider === 'stripe' ? 'Stripe' : 'Sandbox'} payouts`,
    country !== null && ` to ${country}`,
    last4 !== null && `, ending ${last4}`,
  ]
    .filter((part) => part !== false)
    .join('')
}
