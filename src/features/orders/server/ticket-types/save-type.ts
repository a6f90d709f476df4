import type { Selectable, Updateable } from 'kysely'
import type { Transaction } from '~/database/connect'
import { recordAudit } from '~/database/audit'
import type { TicketTypes } from '~/database/schema'
import { findOwnEvent, type OwnEvent, refreshEventPayee } from '~/features/events/server/public'
import { formatMoney } from '~/lib/money'
import { requireCaller } from '~/platform/rpc/context'
import { describeMinStock } from '../../rules/ticket-types'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { checkFirstPrice, checkMinPrice, changeSale, getEventId, refuseField } from './change-ticket-settings'
import { checkCode, checkSaleWindow } from './field-checks'

/** Omitted fields keep their value. */
export interface TypeChanges {
  name?: string | undefined
  description?: string | undefined
  priceCents?: number | undefined
  stock?: number | undefined
  saleStartsAt?: string | null | undefined
  saleEndsAt?: string | null | undefined
  accessCode?: string | null | undefined
}

type TypeRow = Selectable<TicketTypes>

/**
 * Changes a ticket type. A new price applies to future orders only; existing orders keep a copy of the old one. The
 * stock is checked under the type's lock, so concurrent orders run before or after.
 */
export async function saveType(
  context: Context,
  { id, changes }: { id: string; changes: TypeChanges },
): Promise<{ eventId: string }> {
  const eventId = await getEventId(context.db, 'ticket_types', id)
  const { priceCents = 0 } = changes
  await refreshEventPayee(context, { id: eventId, act: 'money', newPriceCents: priceCents })
  await changeSale(context, { eventId, act: 'edit' }, async (trx, event) => {
    const type = await trx
      .selectFrom('ticket_types')
      .selectAll()
      .where('id', '=', id)
      .where('event_id', '=', event.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!type) throw refuse('NOT_FOUND')
    await checkChanges(trx, context, { event, type, changes })
    await updateTicketType(trx, id, changes)
    await recordPriceAudit(trx, context, { event, type, to: changes.priceCents })
  })
  return { eventId }
}

async function checkChanges(
  trx: Transaction,
  context: Context,
  { event, type, changes }: { event: OwnEvent; type: TypeRow; changes: TypeChanges },
): Promise<void> {
  const { priceCents = type.price_cents, stock, accessCode } = changes
  if (priceCents !== type.price_cents) {
    const money = await findOwnEvent(trx, requireCaller(context), { id: event.id, act: 'money' })
    if (!money) throw refuse('NOT_ORGANIZER')
    checkMinPrice(priceCents, event.currency)
    await checkFirstPrice(trx, context, { event, priceCents })
  }
  const soldOrHeld = type.quantity_sold + type.quantity_held
  if (stock !== undefined && stock < soldOrHeld) throw refuseField('stock', describeMinStock(soldOrHeld))
  const { saleStartsAt = type.sale_starts_at, saleEndsAt = type.sale_ends_at } = changes
  // A window that was saved before the event moved doesn't block other changes.
  const isWindowChanged = changes.saleStartsAt !== undefined || changes.saleEndsAt !== undefined
  if (isWindowChanged) checkSaleWindow({ startsAt: saleStartsAt, endsAt: saleEndsAt }, event)
  if (accessCode === undefined || accessCode === null) return
  await checkCode(trx, 'accessCode', { eventId: event.id, code: accessCode, except: type.id })
}

async function updateTicketType(trx: Transaction, id: string, changes: TypeChanges): Promise<void> {
  const { name, description, priceCents, stock, saleStartsAt, saleEndsAt, accessCode } = changes
  const row: Updateable<TicketTypes> = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(priceCents === undefined ? {} : { price_cents: priceCents }),
    ...(stock === undefined ? {} : { quantity_total: stock }),
    ...(saleStartsAt === undefined ? {} : { sale_starts_at: saleStartsAt }),
    ...(saleEndsAt === undefined ? {} : { sale_ends_at: saleEndsAt }),
    ...(accessCode === undefined ? {} : { access_code: accessCode }),
  }
  if (Object.keys(row).length > 0)
    await trx.updateTable('ticket_types').set(row).where('id', '=', id).execute()
}

async function recordPriceAudit(
  trx: Transaction,
  context: Context,
  { event, type, to }: { event: OwnEvent; type: TypeRow; to: number | undefined },
): Promise<void> {
  if (to === undefined || to === type.price_cents) return
  await recordAudit(trx, {
    actorId: requireCaller(context).id,
    action: 'events.price',
    subject: { type: 'event', id: event.id },
    details: {
      event: event.title,
      from: formatMoney(type.price_cents, event.currency),
      to: formatMoney(to, event.currency),
      reason: type.name,
    },
    requestId: context.requestId,
  })
}
