import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import { getMinCharge } from '~/lib/min-charge'
import { formatMoney } from '~/lib/money'
import type { SentChanges } from '../../contract-dashboard-shapes'
import { refuse } from '../refused-error'
import type { OwnEvent } from '../own-event'
import { type DraftRow, readDraft } from './draft-row'
import { isCurrencyFinal } from './get-draft'
import { refuseFields } from './errors'

/**
 * Refuses a change of currency for an event that is published or has orders or bookings. For orders and bookings, the
 * database refuses it too: their foreign keys include the currency.
 */
export async function checkCurrencyChange(
  trx: Transaction,
  event: OwnEvent,
  { before, currency }: { before: DraftRow; currency: Currency | undefined },
): Promise<void> {
  if (currency === undefined || currency === before.currency) return
  if (!isCurrencyFinal(await lockSales(trx, event.id))) return checkMinPrices(trx, event.id, currency)
  const message =
    event.status === 'draft'
      ? 'The event has orders or bookings in its currency.'
      : 'Unpublish the event to change its currency.'
  throw refuseFields([{ path: 'changes.currency', message }])
}

/**
 * Refuses a currency in which a ticket would cost less than a card can be charged. Prices keep their numbers: 20.00
 * dollars would become 20.00 koruna, which is too little.
 */
async function checkMinPrices(trx: Transaction, eventId: string, currency: Currency): Promise<void> {
  const min = getMinCharge(currency)
  const { rows } = await sql<{ name: string }>`
    select name from ticket_types where event_id = ${eventId}::uuid and price_cents > 0 and price_cents < ${min}
    order by sort_order, id limit 1`.execute(trx)
  const [type] = rows
  if (type === undefined) return
  const message = `${type.name} would cost less than a card can be charged: ${formatMoney(min, currency)}. Change its price first.`
  throw refuseFields([{ path: 'changes.currency', message }])
}

/**
 * Refuses a change of tax for an event with orders. The database refuses it too, because the foreign key of orders
 * includes the tax.
 */
export async function checkTaxChange(
  trx: Transaction,
  { id }: OwnEvent,
  { before, changes }: { before: DraftRow; changes: SentChanges },
): Promise<void> {
  const taxMode = changes.taxMode ?? before.tax_mode
  const taxPpm = changes.taxPpm ?? before.tax_ppm
  if (taxMode === before.tax_mode && taxPpm === before.tax_ppm) return
  if ((taxMode === 'none') !== (taxPpm === 0))
    throw refuseFields([
      {
        path: 'changes.taxPpm',
        message: taxMode === 'none' ? 'An event without tax has no rate.' : 'Enter a rate above 0%.',
      },
    ])
  const { has_ticket_orders: isFinal } = await lockSales(trx, id)
  if (isFinal)
    throw refuseFields([
      { path: 'changes.taxMode', message: 'The tax can’t be changed, because tickets have been ordered.' },
    ])
}

/** Waits for concurrent orders, which have locked their ticket types, and then returns the current event. */
async function lockSales(trx: Transaction, id: string): Promise<DraftRow> {
  await sql`select from ticket_types where event_id = ${id}::uuid for update`.execute(trx)
  const row = await readDraft(trx, id)
  if (!row) throw refuse('NOT_FOUND')
  return row
}
