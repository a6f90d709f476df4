import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import { addDays } from './days'
import { calculateRow, type Cancellation, type CancellationRow, getCancellationPeriods } from './cancellation'

/** A booking that might be canceled, as one side sees it. */
export type CancelledBooking = Omit<Cancellation, 'cancelledAt' | 'cancelledBy'> & {
  currency: Currency
  side: 'client' | 'dj'
  /** Name of the other side. */
  other: string
}

/** A row of the cancellation table: a period, and the consequence for each side that may cancel in it. */
export type CancellationTexts = {
  row: CancellationRow
  period: string
  days: number | null
  byYou: string
  byOther: string
}

/** Lists the rows of the cancellation table, without periods that have no day. */
export function listCancellationTexts(booking: CancelledBooking): CancellationTexts[] {
  const { freeUntil, halfFrom } = getCancellationPeriods(booking)
  const { freeDays, halfFeeDays } = booking.deal.cancellation
  const [first, last] = [addDays(freeUntil, 1), addDays(halfFrom, -1)]
  const [byYou, byOther] =
    booking.side === 'client' ? (['client', 'dj'] as const) : (['dj', 'client'] as const)
  const createRow = (row: CancellationRow, period: string, days: number | null) => ({
    row,
    period,
    days,
    byYou: describeOutcome(booking, row, byYou),
    byOther: describeOutcome(booking, row, byOther),
  })
  const middle = first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`
  return [
    createRow('free', `Until ${formatDay(freeUntil)}`, freeDays),
    ...(first <= last ? [createRow('deposit', middle, null)] : []),
    createRow('half', `From ${formatDay(halfFrom)}`, halfFeeDays),
    createRow('venue', 'Event canceled by the venue', null),
  ]
}

/** Returns the consequence if the reader's side cancels in this period, as the end of a sentence. */
export function describeConsequence(booking: CancelledBooking, row: CancellationRow): string {
  const { deposit, djGets, isReturned } = calculateOutcome(booking, row, booking.side)
  const { dj, client, keeps } = getNames(booking)
  const format = (cents: number) => formatMoney(cents, booking.currency)
  if (isReturned && deposit > 0)
    return `the ${format(deposit)} deposit is refunded to ${client} and nothing else is due`
  if (isReturned)
    return booking.depositCents
      ? `the ${format(booking.depositCents)} deposit isn’t paid, so nothing is due`
      : 'nothing is due'
  if (djGets === deposit) return `${dj} ${keeps} the ${format(deposit)} deposit and nothing else is due`
  return describeOutcome(booking, row, booking.side)
}

function describeOutcome(booking: CancelledBooking, row: CancellationRow, by: 'client' | 'dj'): string {
  const { deposit, djGets, isReturned } = calculateOutcome(booking, row, by)
  const { dj, client, keeps, gets } = getNames(booking)
  const format = (cents: number) => formatMoney(cents, booking.currency)
  if (row === 'venue') return describeSplit({ deposit, djGets, dj, client, format })
  if (isReturned) {
    if (deposit === 0) return 'Nothing is due'
    return `${row === 'free' ? 'Deposit' : format(deposit)} refunded to ${client}`
  }
  if (djGets === deposit) return `${capitalize(dj)} ${keeps} ${format(deposit)}`
  const amount = booking.deal.kind === 'guarantee' ? 'guarantee' : 'fee'
  const included = deposit > 0 ? ', deposit included' : ''
  return `${capitalize(dj)} ${gets} 50% of the ${amount}: ${format(djGets)}${included}`
}

function calculateOutcome(booking: CancelledBooking, row: CancellationRow, by: 'client' | 'dj') {
  const deposit = booking.isDepositPaid ? (booking.depositCents ?? 0) : 0
  const djGets = by === 'dj' && row !== 'venue' ? 0 : calculateRow(row, booking)
  return { deposit, djGets, isReturned: djGets === 0 }
}

type Split = {
  deposit: number
  djGets: number
  dj: string
  client: string
  format: (cents: number) => string
}

function describeSplit({ deposit, djGets, dj, client, format }: Split): string {
  if (deposit === 0) return 'Nothing is due'
  const rest = deposit - djGets
  if (rest === djGets) return `Deposit split: ${format(djGets)} each`
  return `Deposit split: ${format(djGets)} for ${dj}, ${format(rest)} for ${client}`
}

const getNames = ({ side, other }: CancelledBooking) =>
  side === 'client'
    ? { client: 'you', dj: other, keeps: 'keeps', gets: 'gets' }
    : { client: other, dj: 'you', keeps: 'keep', gets: 'get' }

const capitalize = (text: string): string => text.replace(/^you/u, 'You')

/** `20 Nov` */
export const formatDay = (day: string): string => formatShortDay(`${day}T12:00:00Z`, 'UTC').slice(4)
