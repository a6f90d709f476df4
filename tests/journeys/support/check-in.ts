import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { withDatabase } from './database'
import { DEMO_PASSWORD, demoEmail, signIn } from './people'

/** The screen of a phone that checks people in. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

export type CheckInTicket = { id: string; secret: string; name: string; number: string; type: string }
type StartedEvent = { eventId: string; tickets: CheckInTicket[]; elsewhere: string }

/** Returns the content of a ticket's QR code. */
export const codeOf = (secret: string): string => `B2B1${secret.replaceAll('-', '').toUpperCase()}`

/**
 * Prepares Dust & Diamonds, which is tonight and where the demo customer does check-in for Owen. Returns twelve of its
 * tickets, each of a separate order, after the first `from`, because one site serves several journeys. `elsewhere` is
 * the secret of a ticket for another event.
 */
export async function beginEvent(dataDir: string, from: number): Promise<StartedEvent> {
  return withDatabase(async (ask) => {
    const [event] = await ask<{ id: string }>(
      `update events set event_date = now() - interval '1 hour', doors_at = now() - interval '2 hours', ends_at = now() + interval '6 hours'
       where title = 'Dust & Diamonds' returning id`,
    )
    const eventId = event?.id ?? ''
    await ask(
      `insert into event_people (event_id, person_id, relation) select $1, id, 'check_in' from profiles where email = $2
       on conflict do nothing`,
      [eventId, demoEmail('customer')],
    )
    const tickets = await ask<CheckInTicket>(
      `select distinct on (t.order_id) t.id, t.secret::text, t.ticket_number as number, o.buyer_name as name, tt.name as type
       from tickets t join ticket_types tt on tt.id = t.ticket_type_id join orders o on o.id = t.order_id
       where t.event_id = $1 and t.status = 'valid' order by t.order_id, t.id limit 12 offset $2`,
      [eventId, from],
    )
    const [other] = await ask<{ secret: string }>(
      `select t.secret::text from tickets t join events e on e.id = t.event_id where e.title = 'Signal and Noise' limit 1`,
    )
    return { eventId, tickets, elsewhere: other?.secret ?? '' }
  }, dataDir)
}

/** Signs in a demo person, opens check-in and selects the entrance. */
export async function openCheckIn(
  context: BrowserContext,
  address: string,
  { as, eventId, entrance }: { as: string; eventId: string; entrance: string },
): Promise<Page> {
  await signIn(context.request, { email: demoEmail(as), password: DEMO_PASSWORD })
  const page = await context.newPage()
  await page.goto(`${address}/dashboard/events/${eventId}/check-in`)
  const asked = page.getByRole('dialog', { name: 'Which entrance is this?' })
  await asked.getByRole('button', { name: entrance }).click()
  // The dialog's buttons remain until it has faded out.
  await expect(asked).toHaveCount(0)
  return page
}

export const answer = (page: Page): Locator => page.getByRole('alert')

export const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Check-in' }).getByRole('button', { name })

/** Waits until the page has cached what it needs to open offline. */
export async function waitUntilCached(page: Page): Promise<void> {
  const isInCache = () =>
    page.evaluate(async () => (await caches.match(location.pathname, { ignoreVary: true })) !== undefined)
  await expect.poll(isInCache, { timeout: 20_000 }).toBe(true)
}
