import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { reserve, answerPayment, signUpBuyer, startPayment } from './support/buyer'
import { withDatabase } from './support/database'
import { expect } from './support/journey'
import { makeInvitation, send, test } from './support/member'
import { newPerson, signUp } from './support/people'

type Draft = { eventId: string; ticketTypeId: string }

/** Inserts a complete draft, ten days ahead, with tickets for $16.00. */
async function insertDraft(organizerId: string): Promise<Draft> {
  const [draft] = await withDatabase((query) =>
    query<Draft>(
      `with event as (
        insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
        select 'Low Pressure', 'club_night', x.at, x.at + interval '6 hours', 'Europe/Berlin', 'The Cistern', 'Berlin', 'draft', $1
        from (select now() + interval '10 days' as at) x returning id
      ), type as (
        insert into ticket_types (event_id, name, price_cents, quantity_total)
          select id, 'General Admission', 1600, 50 from event returning id
      ) select event.id as "eventId", type.id as "ticketTypeId" from event, type`,
      [organizerId],
    ),
  )
  if (!draft) throw new Error('no draft was inserted')
  return draft
}

/** Inserts a request for a set at the event, which waits for an offer of the client. */
async function insertRequest({ eventId }: Draft, clientId: string, djId: string): Promise<string> {
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

/** The event and its set ended seven hours ago. */
async function endEvent({ eventId }: Draft, bookingId: string): Promise<void> {
  await withDatabase(async (query) => {
    await query(
      "update events set event_date = now() - interval '13 hours', ends_at = now() - interval '7 hours' where id = $1",
      [eventId],
    )
    await query(
      `update bookings set event_date = now() - interval '13 hours', ends_at = now() - interval '10 hours', status = 'completed',
        completed_at = now() - interval '10 hours' where id = $1`,
      [bookingId],
    )
  })
}

async function connect(page: Page): Promise<void> {
  await page.goto('/dashboard/settings?section=payouts')
  await page.getByRole('button', { name: 'Connect bank account' }).click()
  await page.waitForURL(/\/payouts\/sandbox\//)
  await page.getByRole('button', { name: /^Complete setup/ }).click()
  await page.waitForURL(/\/dashboard\/settings/)
  await expect(page.getByText('connected', { exact: true })).toBeVisible()
}

async function enterDj(
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
async function buy({ eventId, ticketTypeId }: Draft, address: string, quantity: number): Promise<void> {
  const buyer = (await signUpBuyer(address))(address)
  const orderId = await reserve(buyer, { eventId, items: [{ ticketTypeId, quantity }] })
  await answerPayment(buyer, await startPayment(buyer, orderId), 'approve')
}

const getTrail = (page: Page) =>
  page.getByRole('region', { name: 'History' }).getByRole('heading', { level: 3 })

test('a promoter pays a deposit, tickets cover the fee, both accept the settlement, and the DJ is paid', async ({
  member: { id: organizerId, page },
  browser,
  baseURL,
  faults: errors,
}) => {
  test.setTimeout(150_000)
  await send(page, 'PUT', 'me/member-types', { types: ['promoter'] })
  const dj = await enterDj(browser, errors.watch)
  const draft = await insertDraft(organizerId)
  const { eventId } = draft
  const bookingId = await insertRequest(draft, organizerId, dj.id)
  const booking = `/dashboard/bookings/${bookingId}`

  await test.step('both connect a bank account, and the event is published', async () => {
    await connect(page)
    await connect(dj.page)
    await page.goto(`/dashboard/events/${eventId}/edit`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Changes are live immediately.')).toBeVisible()
  })

  await test.step('they agree on a fee of $100.00 that is held from tickets, with a deposit of $40.00', async () => {
    await page.goto(booking)
    await page.getByRole('button', { name: 'Counter-offer' }).click()
    await page.getByLabel('Fee', { exact: true }).fill('100')
    await page.getByLabel('Deposit', { exact: true }).fill('40')
    await page.getByRole('switch', { name: 'Guaranteed fee' }).press('Space')
    await page.getByRole('button', { name: 'Send counter-offer' }).click()
    await expect(page.getByText('Counter-offer sent')).toBeVisible()
    await dj.page.goto(booking)
    await dj.page.getByRole('button', { name: 'Accept', exact: true }).click()
    await dj.page
      .getByRole('alertdialog', { name: 'Accept these terms?' })
      .getByRole('button', { name: 'Accept' })
      .click()
    await expect(dj.page.getByText('Accepted. The day is booked in both calendars.')).toBeVisible()
  })

  await test.step('the promoter pays the deposit', async () => {
    await page.goto(booking)
    await expect(page.getByText(/^Deposit due by/)).toBeVisible()
    await expect(page.getByRole('heading', { name: /^0% of/ })).toBeVisible()
    await expectAccessible(page, 'a booking with a deposit that is due')
    await page.getByRole('button', { name: 'Pay deposit' }).click()
    await page.waitForURL(/\/pay\/sandbox\//)
    await expect(page.getByRole('heading', { name: '$40.00' })).toBeVisible()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.waitForURL(booking)
    await expect(getTrail(page).first()).toHaveText('Deposit paid')
    await expect(page.getByText('$40.00, paid')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay deposit' })).toBeHidden()
  })

  await test.step('tickets cover the rest of the fee', async () => {
    await buy(draft, baseURL ?? '', 5)
    await expect(async () => {
      await dj.page.goto(booking)
      await expect(dj.page.getByRole('heading', { name: 'Your guaranteed fee is covered' })).toBeVisible({
        timeout: 1000,
      })
    }).toPass({ timeout: 15_000 })
  })

  await endEvent(draft, bookingId)
  await test.step('a guest is checked in', async () => {
    const list = await page.request.get(`/api/v1/events/${eventId}/check-in`)
    const { tickets } = (await list.json()) as { tickets: { id: string }[] }
    await send(page, 'POST', `events/${eventId}/check-in/scans`, {
      device: crypto.randomUUID(),
      entrance: 'Front',
      scans: [{ nonce: crypto.randomUUID(), kind: 'ticket', ticketId: tickets[0]?.id, ageMs: 0 }],
    })
  })

  await test.step('both accept the settlement', async () => {
    await page.goto(`/dashboard/events/${eventId}/settlement`)
    await expect(page.getByText('Deposit paid to Mara')).toBeVisible()
    await page.getByRole('button', { name: 'Accept settlement' }).click()
    await expect(page.getByRole('button', { name: 'Withdraw acceptance' })).toBeVisible()
    await dj.page.goto(`/dashboard/events/${eventId}/settlement`)
    await expect(dj.page.getByText('You receive', { exact: true })).toBeVisible()
    await expect(
      dj.page.getByRole('complementary', { name: 'Settlement' }).getByText('−$40.00'),
    ).toBeVisible()
    await dj.page.getByRole('button', { name: 'Accept settlement' }).click()
    await expect(dj.page.getByText(/final|paid/).first()).toBeVisible()
  })

  await test.step('the rest of the fee is paid out, and both see it', async () => {
    await expect(async () => {
      await dj.page.reload()
      await expect(dj.page.getByText('You received', { exact: true })).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 40_000 })
    await dj.page.goto('/dashboard/money')
    await expect(dj.page.getByRole('table').getByText('Low Pressure')).toBeVisible()
    await page.goto(`/dashboard/events/${eventId}/settlement`)
    await expect(page.getByText('Paid out').first()).toBeVisible()
  })
})

test('a promoter who cancels a booking early gets the deposit back', async ({
  member: { id: organizerId, page },
  browser,
  faults: errors,
}) => {
  const dj = await enterDj(browser, errors.watch)
  const draft = await insertDraft(organizerId)
  const bookingId = await insertRequest(draft, organizerId, dj.id)
  await withDatabase(async (query) => {
    await query(
      "update bookings set event_date = event_date + interval '40 days', ends_at = ends_at + interval '40 days' where id = $1",
      [bookingId],
    )
    await query(
      "update bookings set status = 'confirmed', awaiting_id = null, answer_by = null, steps = 2, fee_cents = 10000, deposit_cents = 4000 where id = $1",
      [bookingId],
    )
    await query(
      "insert into booking_steps (booking_id, position, kind, actor_id) values ($1, 2, 'accept', $2)",
      [bookingId, dj.id],
    )
  })
  await page.goto(`/dashboard/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'Pay deposit' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.waitForURL(/\/dashboard\/bookings\//)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' })
  await expect(dialog).toContainText('the $40.00 deposit is refunded to you')
  await dialog.getByLabel('Reason').fill('The room has been sold.')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(getTrail(page).first()).toHaveText('Cancelled')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('$40.00 of your payments is refunded to you', { exact: false })).toBeVisible({
      timeout: 1000,
    })
  }).toPass({ timeout: 30_000 })
})
