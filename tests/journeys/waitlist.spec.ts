import type { Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { followEmailLink } from './support/mailbox'
import { demoEmail, newPerson } from './support/people'
import { approve, checkoutButton, goAndPay, hold, readTicketFile } from './support/tickets'
import { confirmAddress } from './support/sign-in'

/** Inserts an event of Jonas in three weeks, with this many tickets of one type. */
async function insertEvent(stock: number, cents: number): Promise<{ id: string; title: string }> {
  const [event] = await withDatabase((ask) =>
    ask<{ id: string; title: string }>(`
      with event as (
        insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
        select 'Held Breath ' || substr(new_id()::text, 30), 'club_night', x.at, x.at + interval '6 hours',
          'Europe/Amsterdam', 'Observatory', 'Amsterdam', 'published',
          (select id from profiles where email = 'jonas@backtoback.example')
        from (select date_trunc('day', now()) + interval '21 days 21 hours' as at) x returning id, title
      ), type as (
        insert into ticket_types (event_id, name, price_cents, quantity_total)
        select id, 'General Admission', ${cents}, ${stock} from event
      ) select id, title from event`),
  )
  if (!event) throw new Error('no event was created')
  return event
}

test('T-02 ME-02 the refunded ticket of a sold-out event is offered only to the first person on the waitlist, who buys it', async ({
  customer,
  enterAs,
  browser,
  faults,
}) => {
  const event = await insertEvent(2, 1600)
  const orderId = await hold(customer.page, event, { 'General Admission': 2 })
  await goAndPay(customer.page)
  await approve(customer.page)

  const { page: owen } = await enterAs('owen')
  await owen.goto(`/events/${event.id}`)
  await expect(owen.getByText('Sold out', { exact: true })).toBeVisible()
  await owen.getByRole('button', { name: 'Join the waitlist' }).click()
  const dialog = owen.getByRole('dialog', { name: 'Join the waitlist for General Admission' })
  await expect(dialog.getByText('The waitlist is empty. You would be first.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(owen.getByRole('link', { name: '1st of 1 on the waitlist' })).toBeVisible()

  const { page: dashboard } = await enterAs('jonas')
  const refund = await dashboard.request.post(`/api/v1/orders/${orderId}/refund`, {
    data: { reason: 'They cannot come.' },
    headers: { origin: new URL(owen.url()).origin },
  })
  expect(refund.status(), await refund.text()).toBe(200)

  const offer = await followEmailLink(
    owen,
    demoEmail('owen'),
    new RegExp(`is available for ${event.title}`),
    /View offered ticket/,
  )
  await expect(offer.getByRole('heading', { level: 1, name: 'One ticket is available.' })).toBeVisible()
  await expect(offer.getByRole('timer')).toBeVisible()
  await expect(offer.getByText('$17.60')).toBeVisible()

  // Two tickets were refunded. One is offered to Owen, who alone can buy it; the other is available to everyone.
  const visiting = await browser.newContext()
  faults.watch(visiting)
  const stranger = await visiting.newPage()
  await stranger.goto(`/events/${event.id}`)
  await expect(stranger.getByText('1 available')).toBeVisible()
  await stranger.context().close()

  await offer.getByRole('button', { name: 'Checkout' }).click()
  await goAndPay(offer)
  await approve(offer)
  await offer.goto('/waitlist')
  await expect(offer.getByText(event.title)).toHaveCount(0)

  await dashboard.goto('/dashboard/events')
  const row = dashboard.getByRole('article', { name: event.title })
  await expect(row).toContainText('1 of 2 sold')
  await expect(row).toContainText('$16.00')
})

test('C-02 a ticket is transferred by a link; the new owner has it with a new code, and the old one no longer works', async ({
  customer,
  browser,
  faults,
}) => {
  const event = await insertEvent(5, 0)
  const { page } = customer
  await page.goto(`/events/${event.id}`)
  await page
    .getByRole('group', { name: 'General Admission', exact: true })
    .getByRole('button', { name: 'More' })
    .click()
  await checkoutButton(page).click()
  await page.waitForURL(/\/checkout\//)
  await page.goto('/customer/dashboard')
  await page.getByRole('link', { name: 'View Details' }).first().click()
  const before = await codeOf(page)

  await expect(page.getByText(/Verify your email first/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Transfer ticket' })).toHaveCount(0)
  await confirmAddress(customer.email)
  await page.reload()

  const friend = newPerson('Juno Brandt')
  faults.expect(/422/)
  await page.getByRole('button', { name: 'Transfer ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer ticket' })
  await dialog.getByLabel('Recipient’s email').fill(customer.email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText('That is your own address.')).toBeVisible()
  await dialog.getByLabel('Recipient’s email').fill(friend.email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Transfer sent to ${friend.email}.`)).toBeVisible()

  const context = await browser.newContext()
  faults.watch(context)
  const theirs = await context.newPage()
  const link = await followEmailLink(theirs, friend.email, /A ticket for/, /Accept ticket/)
  await expect(link.getByRole('heading', { name: event.title })).toBeVisible()
  await link.getByRole('button', { name: 'Sign up to accept it' }).click()
  await expect(link.getByText(`wants to transfer a ticket for ${event.title} to you`)).toBeVisible()
  const form = link.getByRole('form', { name: 'Sign Up' })
  await expect(form.getByLabel('Email')).toHaveValue(friend.email)
  await form.getByLabel('Full name').fill(friend.fullName)
  await form.getByLabel('Password', { exact: true }).fill(friend.password)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  // The link verified the email, and the ticket is accepted without another click.
  await link.waitForURL(/\/customer\/tickets\//)
  await expect(link.getByText('Please check your email for verification.')).toHaveCount(0)
  await expect(link.getByText('Juno Brandt').first()).toBeVisible()
  const after = await codeOf(link)
  expect(after).toMatch(/^B2B1/)
  expect(after).not.toBe(before)

  faults.expect(/404/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ticket not found' })).toBeVisible()
  await context.close()
})

/** Returns the code of the ticket on the page, read from its file. */
async function codeOf(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).first().click(),
  ])
  const { codes } = await readTicketFile(download)
  return codes[0] ?? ''
}
