import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import type { OrderStatus } from '../rules/order-state'
import { describeSelection, type SelectedItem } from '../rules/selection'
import type { TrafficSource } from '~/features/events/rules/traffic-source'

export interface ReserveRequest {
  customerId: string
  buyerName: string
  buyerEmail: string
  eventId: string
  clientKey: string
  items: readonly SelectedItem[]
  source?: TrafficSource | null | undefined
  /** Upper case. Unlocks hidden ticket types. */
  accessCode?: string | null | undefined
  promoCode?: string | null | undefined
  /** The buyer's address range (address-range.ts); null when unknown. */
  network?: string | null | undefined
}

/** `feeTaxPpm` is the rate of the tax that the service fee includes. */
interface ReserveTerms {
  holdMinutes: number
  feeBasisPoints: number
  feeTaxPpm: number
  canPay: boolean
}

export interface ReservedOrder {
  id: string
  orderNumber: string
  status: OrderStatus
  subtotalCents: number
  addedTaxCents: number
  feeCents: number
  expiresAt: Date
  answeredAt: Date
}

export type ReserveOutcome =
  | { outcome: 'reserved'; order: ReservedOrder }
  | { outcome: 'sold_out'; ticketTypeId: string; name: string; remaining: number }
  | { outcome: 'not_on_sale'; type: { ticketTypeId: string; name: string } | undefined }
  | {
      outcome:
        | 'event_not_found'
        | 'event_cancelled'
        | 'event_over'
        | 'type_not_found'
        | 'no_payments'
        | 'promo_unknown'
        | 'promo_not_now'
        | 'promo_used_up'
        | 'promo_used_by_you'
        | 'hold_limit_reached'
        | 'free_limit_reached'
        | 'network_full'
        | 'email_unverified'
        | 'open_order_paying'
        | 'key_reused'
    }

interface Row {
  slot: number | null
  outcome: Exclude<ReserveOutcome['outcome'], 'key_reused'> | 'replay'
  order_id: string
  order_number: string
  order_status: OrderStatus
  subtotal_cents: number
  added_tax_cents: number
  fee_cents: number
  expires_at: Date
  answered_at: Date
  type_slot: number
  type_name: string
  remaining: number
  selection: string
}

/**
 * Reserves orders of one event in one statement, in the given order. Returns one outcome per request. Throws when the
 * database refuses the batch; nothing is reserved then.
 */
export async function reserveBatch(
  db: Database,
  {
    eventId,
    terms,
    requests,
  }: {
    eventId: string
    terms: ReserveTerms
    requests: readonly ReserveRequest[]
  },
): Promise<ReserveOutcome[]> {
  // A key can appear twice in a batch (a double click). The database gets it once, and both requests get its outcome.
  const firsts = new Map<string, number>()
  const entries: Array<{ request: ReserveRequest; orderId: string }> = []
  const entryOf = requests.map((request) => {
    const key = request.customerId + request.clientKey
    const known = firsts.get(key)
    if (known !== undefined) return known
    firsts.set(key, entries.length)
    return entries.push({ request, orderId: newId() }) - 1
  })

  const types = [
    ...new Set(entries.flatMap(({ request }) => request.items.map((item) => item.ticketTypeId))),
  ].sort()
  const rows = await callReserve(db, { eventId, terms, entries, types })

  const byOrder = new Map(rows.filter((row) => row.slot === null).map((row) => [row.order_id, row]))
  const bySlot = new Map(rows.filter((row) => row.slot !== null).map((row) => [row.slot, row]))
  return requests.map((request, index): ReserveOutcome => {
    const place = entryOf[index] ?? -1
    const entry = entries[place]
    const row = byOrder.get(entry?.orderId ?? '') ?? bySlot.get(place + 1)
    if (!entry || !row) throw new Error('The database returned no result for a reservation')
    if (entry.request !== request && describe(entry.request) !== describe(request))
      return { outcome: 'key_reused' }
    return toOutcome(row, request, types)
  })
}

function toOutcome(row: Row, request: ReserveRequest, types: readonly string[]): ReserveOutcome {
  const blamed = types[row.type_slot - 1] ?? ''
  switch (row.outcome) {
    case 'replay':
      return row.selection === describe(request)
        ? { outcome: 'reserved', order: toOrder(row) }
        : { outcome: 'key_reused' }
    case 'reserved':
      return { outcome: 'reserved', order: toOrder(row) }
    case 'sold_out':
      return { outcome: 'sold_out', ticketTypeId: blamed, name: row.type_name, remaining: row.remaining }
    case 'not_on_sale':
      return {
        outcome: 'not_on_sale',
        type: blamed === '' ? undefined : { ticketTypeId: blamed, name: row.type_name },
      }
    default:
      return { outcome: row.outcome }
  }
}

const toOrder = (row: Row): ReservedOrder => ({
  id: row.order_id,
  orderNumber: row.order_number,
  status: row.order_status,
  subtotalCents: row.subtotal_cents,
  addedTaxCents: row.added_tax_cents,
  feeCents: row.fee_cents,
  expiresAt: row.expires_at,
  answeredAt: row.answered_at,
})

// Describes a request to compare it with an earlier one. Includes the promo code, which changes the price, but not the
// access code.
const describe = ({ eventId, items, promoCode }: ReserveRequest): string =>
  describeSelection(eventId, items, promoCode)

async function callReserve(
  db: Database,
  {
    eventId,
    terms,
    entries,
    types,
  }: {
    eventId: string
    terms: ReserveTerms
    entries: ReadonlyArray<{ request: ReserveRequest; orderId: string }>
    types: readonly string[]
  },
): Promise<Row[]> {
  const typeSlots = new Map(types.map((id, index) => [id, index + 1]))
  const itemOrders: number[] = []
  const itemTypes: number[] = []
  const itemQuantities: number[] = []
  entries.forEach(({ request }, index) => {
    for (const item of request.items) {
      itemOrders.push(index + 1)
      itemTypes.push(typeSlots.get(item.ticketTypeId) ?? 0)
      itemQuantities.push(item.quantity)
    }
  })
  const { rows } = await sql<Row>`
    select * from reserve_orders(
      ${eventId}, ${terms.holdMinutes * 60}::double precision * interval '1 second', ${terms.feeBasisPoints}, ${terms.feeTaxPpm},
      ${terms.canPay},
      ${toPgArray(entries.map(({ orderId }) => orderId))}::uuid[],
      ${toPgArray(entries.map(({ request }) => request.customerId))}::uuid[],
      ${toPgArray(entries.map(({ request }) => request.clientKey))}::uuid[],
      ${entries.map(({ request }) => request.buyerName)}::text[],
      ${entries.map(({ request }) => request.buyerEmail)}::text[],
      ${toPgArray(types)}::uuid[],
      ${toPgArray(itemOrders)}::integer[], ${toPgArray(itemTypes)}::integer[], ${toPgArray(itemQuantities)}::integer[],
      ${toArrayUnlessEmpty(entries.map(({ request }) => request.source))}::text[],
      ${toArrayUnlessEmpty(entries.map(({ request }) => request.accessCode))}::text[],
      ${toArrayUnlessEmpty(entries.map(({ request }) => request.promoCode))}::text[],
      ${toArrayUnlessEmpty(entries.map(({ request }) => request.network))}::text[]
    )`.execute(db)
  return rows
}

/** Builds an array of ids or numbers, which need no quoting, at a tenth of the cost of pg's own text arrays. */
function toPgArray(values: ReadonlyArray<string | number>): string {
  return `{${values.join(',')}}`
}

/** Returns null when no request has a value, so that the database skips the step for these values. */
function toArrayUnlessEmpty(values: ReadonlyArray<string | null | undefined>): Array<string | null> | null {
  return values.some((value) => value) ? values.map((value) => value ?? null) : null
}
