import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { buyTickets, endEvent, enterDj, getTrail, insertDraft, insertRequest } from './support/booked-event'
import { expect } from './support/journey'
import { send, test } from './support/member'

async function connect(page: Page): Promise<void> {
  await page.goto('/dashboard/settings?section=payouts')
  await page.getByRole('button', { name: 'Connect bank account' }).click()
  await page.waitForURL(/\/payouts\/sandbox\//)
  await page.getByRole('button', { name: /^Complete setup/ }).click()
  await page.waitForURL(/\/dashboard\/settings/)
  await expect(page.getByText('connected', { exact: true })).toBeVisible()
}

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
    await buyTickets(draft, baseURL ?? '', 5)
    await expect(async () => {
      await dj.page.goto(booking)
      await expect(dj.page.getByRole('heading', { name: 'Your guaranteed fee is covered' })).toBeVisible({
        timeout: 1000,
      })
    }).toPass({ timeout: 15_000 })
  })

  await endEvent(draft)
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
