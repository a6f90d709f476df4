import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { answerPayment, reserve, signUpBuyer, startPayment } from './buyer'
import { withDatabase } from './database'
import { makeInvitation, send } from './member'
import { newPerson, signUp } from './people'

export type Draft = { eventId: string; ticketTypeId: string }

/** Inserts a complete draft, ten days ahead, with tickets for $16.00. */
export async function insertDraft(organizerId: string, days = 10): Promise<Draft> {
  const [draft] = await withDatabase((query) =>
    query<Draft>(
      `with event as (
        insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
        select 'Low Pressure', 'club_night', x.at, x.at + interval '6 hours', 'Europe/Berlin', 'The Cistern', 'Berlin', 'draft', $1
        from (select now() + $2::integer * interval '1 day' as at) x returning id
      ), type as (
        insert into ticket_types (event_id, name, price_cents, quantity_total)
          select id, 'General Admission', 1600, 50 from event returning id
      ) select event.id as "eventId", type.id as "ticketTypeId" from event, type`,
      [organizerId, days],
    ),
  )
  if (!draft) throw new Error('no draft was inserted')
  return draft
}

/** Inserts a request for a set at the event, which waits for an offer of the client. */
export async function insertRequest({ eventId }: Draft, clientId: string, djId: string): Promise<string> {
  const [booking] = await withDatabase((query) =>
    query<{ id: string }>(
      `with booking as (
        insert into bookings (client_id, dj_id, event_id, event_date, ends_at, timezone, event_type, location, awaiting_id, answer_by)
        select $2, $3, e.id, e.event_date, e.event_date + interval '3 hours', e.timezone, 'Club Night', 'The Cistern, Berlin', $2,
          e.event_date
        from events e where e.id = $1 returning id
      ), step as (
        insert into booking_steps (booking_id, position, kind, actor_id) select id, 1, 'request', $3 from booking
      ) select id from booking`,
      [eventId, clientId, djId],
    ),
  )
  if (!booking) throw new Error('no booking was inserted')
  return booking.id
}

/** Publishes the event and agrees its set: a guaranteed fee of $100.00 with a deposit of $40.00. */
export async function acceptSet({ eventId }: Draft, bookingId: string): Promise<void> {
  await withDatabase(async (query) => {
    await query("update events set event_status = 'published' where id = $1", [eventId])
    await query(
      `update bookings set status = 'confirmed', awaiting_id = null, answer_by = null, steps = 2, fee_cents = 10000, deposit_cents = 4000,
        deal = deal || '{"isFeeGuaranteed": true}' where id = $1`,
      [bookingId],
    )
    await query(
      "insert into booking_steps (booking_id, position, kind, actor_id) select id, 2, 'accept', dj_id from bookings where id = $1",
      [bookingId],
    )
  })
}

/**
 * Moves the event and its agreed set into the past, so that both ended seven hours ago, and waits until its
 * processing fees are posted. Each of these changes the figures.
 */
export async function endEvent({ eventId }: Draft): Promise<void> {
  await withDatabase(async (query) => {
    const countFeesDue = async () => {
      const [row] = await query<{ due: string }>(
        `select (select count(*) from payments p left join orders o on o.id = p.order_id
            where coalesce(o.event_id, p.event_id) = $1 and p.status = 'approved')
          - (select count(*) from ledger_transactions where event_id = $1 and kind in ('provider_fee', 'booking_fee')) as due`,
        [eventId],
      )
      return Number(row?.due)
    }
    // A job imports the fees every 30 seconds.
    await expect.poll(countFeesDue, { timeout: 60_000 }).toBe(0)
    await query(
      "update events set event_date = now() - interval '13 hours', ends_at = now() - interval '7 hours' where id = $1",
      [eventId],
    )
    await query(
      `update bookings set event_date = now() - interval '13 hours', ends_at = now() - interval '10 hours', status = 'completed',
        completed_at = now() - interval '10 hours' where event_id = $1 and status = 'confirmed'`,
      [eventId],
    )
  })
}

export async function enterDj(
  browser: Browser,
  watch: (context: BrowserContext) => void,
): Promise<{ id: string; page: Page }> {
  const context = await browser.newContext()
  watch(context)
  await signUp(context.request, newPerson('Mara Voss'), await makeInvitation())
  const { id } = (await (await context.request.get('/api/v1/me/profile')).json()) as { id: string }
  const page = await context.newPage()
  await send(page, 'PUT', 'me/member-types', { types: ['dj'] })
  return { id, page }
}

/** Buys tickets, as a customer. */
export async function buyTickets(
  { eventId, ticketTypeId }: Draft,
  address: string,
  quantity: number,
): Promise<void> {
  const buyer = (await signUpBuyer(address))(address)
  const orderId = await reserve(buyer, { eventId, items: [{ ticketTypeId, quantity }] })
  await answerPayment(buyer, await startPayment(buyer, orderId), 'approve')
}

export const getTrail = (page: Page) =>
  page.getByRole('region', { name: 'History' }).getByRole('heading', { level: 3 })
