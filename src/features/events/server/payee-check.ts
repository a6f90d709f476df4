import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import { findPayeeProblem, refreshUnconnectedPayee } from '~/features/payees/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { payeeNeeded } from '../contract-payee'
import type { EventAction } from '../rules/event-policy'
import type { Context } from './context'
import { findOwnEvent, type OwnEvent } from './own-event'

export type PayeeContext = Pick<Context, 'caller' | 'now' | 'payees'>
export type PayeeNeeded = z.input<typeof payeeNeeded>

interface EventPayee {
  minPriceCents: number | null
  currency: Currency
  organizerName: string | null
  requestedAt: Date | null
  isGranted: boolean | null
}

/**
 * Returns why an event can't go on sale with the price `newPriceCents`, or by default with its own prices: its
 * organizer can't be paid out, and no admin has waived that. Undefined for free events, and without a provider of payouts.
 */
export async function findEventPayeeProblem(
  db: Database | Transaction,
  context: PayeeContext,
  event: Pick<OwnEvent, 'id' | 'organizerId' | 'relations'>,
  newPriceCents?: number,
): Promise<PayeeNeeded | undefined> {
  const { payees } = context
  if (payees === undefined) return undefined
  const { minPriceCents, currency, organizerName, requestedAt, isGranted } = await readEventPayee(
    db,
    event.id,
  )
  const priceCents = newPriceCents ?? minPriceCents
  if (priceCents === null || isGranted === true) return undefined
  // The event already has paid tickets, and such events keep selling.
  if (newPriceCents !== undefined && minPriceCents !== null) return undefined
  const problem = await findPayeeProblem({ db, payees, now: context.now() }, event.organizerId)
  if (problem === undefined) return undefined
  return {
    ...problem,
    minPriceCents: priceCents,
    currency,
    isOrganizer: event.relations.includes('organizer'),
    organizerName,
    waiver:
      requestedAt === null
        ? null
        : { requestedAt: requestedAt.toISOString(), isDeclined: isGranted === false },
  }
}

async function readEventPayee(db: Database | Transaction, eventId: string): Promise<EventPayee> {
  const { rows } = await sql<EventPayee>`
    select (select min(t.price_cents) from ticket_types t where t.event_id = e.id and t.price_cents > 0) as "minPriceCents",
      e.currency, o.display_name as "organizerName", w.requested_at as "requestedAt", w.is_granted as "isGranted"
    from events e left join profiles o on o.id = e.organizer_id left join payee_waivers w on w.event_id = e.id
    where e.id = ${eventId}::uuid`.execute(db)
  return (
    rows[0] ?? {
      minPriceCents: null,
      currency: 'USD',
      organizerName: null,
      requestedAt: null,
      isGranted: null,
    }
  )
}

/**
 * Reads the organizer's account from the provider if it prevents a change that the caller may make. Call it before the
 * transaction of the change, because the provider may take seconds.
 */
export async function refreshEventPayee(
  context: PayeeContext & Pick<Context, 'db'>,
  { id, act, newPriceCents }: { id: string; act: EventAction; newPriceCents?: number | undefined },
): Promise<void> {
  const { db, payees } = context
  if (payees === undefined || newPriceCents === 0) return
  const event = await findOwnEvent(db, requireCaller(context), { id, act })
  if (event === undefined || event.organizerId === null) return
  // Prices of drafts are checked when they are published.
  if (newPriceCents !== undefined && event.status === 'draft') return
  if ((await findEventPayeeProblem(db, context, event, newPriceCents)) === undefined) return
  await refreshUnconnectedPayee({ ...context, payees }, event.organizerId)
}
