import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { createPostman } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { createBrowser } from '../support/browser'

// The link of a ticket transfer is emailed to one address and shown to no one else, so it verifies this address at sign-up.
const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const post = createPostman(app.dataDir)

const password = 'a long enough sentence'
let people = 0
const newEmail = () => `friend${(people += 1)}@sand.example`

async function signUp(fullName: string, email: string, emailedToken?: string) {
  const browser = createBrowser(app)
  const answer = await browser.post<{ me: { id: string; isEmailVerified: boolean }; code?: string }>(
    '/auth/sign-up',
    { fullName, email, password, ...(emailedToken && { emailedToken }) },
  )
  return { browser, ...answer }
}

/** A free ticket is offered to `email`; returns the token of the link that arrives there. */
async function offerTicket(email: string): Promise<string> {
  const { rows } = await sql<{ eventId: string; typeId: string }>`
    with event as (
      insert into events (title, event_type, event_date, timezone, venue_name, location, event_status, organizer_id)
      values ('Held Breath', 'club_night', now() + interval '20 days', 'Europe/Berlin', 'The Cistern', 'Berlin', 'published',
        (select id from profiles limit 1)) returning id
    ) insert into ticket_types (event_id, name, price_cents, quantity_total)
      select id, 'Free Entry', 0, 5 from event returning event_id as "eventId", id as "typeId"`.execute(db)
  const [sale] = rows
  const sender = newEmail()
  const { browser } = await signUp('Mara Sender', sender)
  await sql`update accounts set email_verified_at = now() where email = ${sender}`.execute(db)
  const items = [{ ticketTypeId: sale?.typeId, quantity: 1 }]
  await browser.post('/orders', { eventId: sale?.eventId, clientKey: newId(), items })
  const { body } = await browser.get<{ tickets: { id: string }[] }>('/tickets?period=upcoming')
  const started = await browser.post(`/tickets/${body.tickets[0]?.id}/transfer`, { email })
  expect(started.status).toBe(200)
  for (;;) {
    const token = /\/tickets\/([\w-]+)/.exec((await post.next(email)).text ?? '')?.[1]
    if (token !== undefined) return token
  }
}

test('the recipient of a ticket signs up with the email that the link verified, and accepts the ticket', async () => {
  const email = newEmail()
  const token = await offerTicket(email)
  const visitor = createBrowser(app)
  const shown = await visitor.get<{ recipient: unknown }>(`/transfers/${token}`)
  expect(shown.body.recipient).toEqual({ email, hasAccount: false })
  const { browser, body } = await signUp('Juno Brandt', email, token)
  expect(body.me.isEmailVerified).toBe(true)
  expect((await browser.get<{ recipient: unknown }>(`/transfers/${token}`)).body.recipient).toBeNull()
  const known = await visitor.get<{ recipient: unknown }>(`/transfers/${token}`)
  expect(known.body.recipient).toEqual({ email, hasAccount: true })
  expect((await browser.post(`/transfers/${token}/accept`)).status).toBe(200)
})

test('the link of a ticket transfer verifies no other email, and none once the ticket is accepted', async () => {
  const email = newEmail()
  const token = await offerTicket(email)
  const other = await signUp('Another Address', newEmail(), token)
  expect(other.body.me.isEmailVerified).toBe(false)
  expect((await other.browser.post(`/transfers/${token}/accept`)).status).toBe(200)
  expect((await signUp('Too Late', email, token)).body.me.isEmailVerified).toBe(false)
  expect((await signUp('Made Up', newEmail(), 'made-up')).body.me.isEmailVerified).toBe(false)
})

test('the recipient of a ticket takes over an account that someone else created with the email', async () => {
  const email = newEmail()
  const squatter = await signUp('A Squatter', email)
  const token = await offerTicket(email)
  const owner = await signUp('The Owner', email, token)
  expect(owner.body.me).toMatchObject({ fullName: 'The Owner', isEmailVerified: true })
  expect((await squatter.browser.get('/tickets?period=upcoming')).status).toBe(401)
  expect((await createBrowser(app).post('/auth/sign-in', { email, password })).status).toBe(200)
})

test('the link of a ticket transfer does not open an account whose email is verified', async () => {
  const email = newEmail()
  const token = await offerTicket(email)
  expect((await signUp('Juno Brandt', email, token)).status).toBe(200)
  expect(await signUp('Someone Else', email, token)).toMatchObject({
    status: 409,
    body: { code: 'USER_ALREADY_EXISTS' },
  })
})
