import type { Locator, Page } from '@playwright/test'
import {
  acceptSet,
  buyTickets,
  type Draft,
  endEvent,
  enterDj,
  getTrail,
  insertDraft,
  insertRequest,
} from './support/booked-event'
import { expect } from './support/journey'
import { type Member, test } from './support/member'

type Sides = { promoter: Member; dj: { id: string; page: Page } }
type Booked = { draft: Draft; path: string }

/** Inserts a request for a set at an event this many days ahead. */
async function requestSet({ promoter, dj }: Sides, days: number): Promise<Booked & { bookingId: string }> {
  const draft = await insertDraft(promoter.id, days)
  const bookingId = await insertRequest(draft, promoter.id, dj.id)
  return { draft, bookingId, path: `/dashboard/bookings/${bookingId}` }
}

/** Agrees a set whose deposit the promoter has paid. */
async function payDeposit(sides: Sides, days: number): Promise<Booked> {
  const { draft, path, bookingId } = await requestSet(sides, days)
  await acceptSet(draft, bookingId)
  const { page } = sides.promoter
  await page.goto(path)
  await page.getByRole('button', { name: 'Pay deposit' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.waitForURL(path)
  await expect(getTrail(page).first()).toHaveText('Deposit paid')
  return { draft, path }
}

/** Cancels the booking of this page, after checking that the dialog states this consequence. */
async function cancel(page: Page, consequence: string): Promise<void> {
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' })
  await expect(dialog).toContainText(consequence)
  await giveReason(dialog, 'Cancel booking')
  await expect(getTrail(page).first()).toHaveText('Canceled')
}

async function giveReason(dialog: Locator, button: string): Promise<void> {
  await dialog.getByLabel('Reason').fill('The room has been sold.')
  await dialog.getByRole('button', { name: button }).click()
}

/** Opens the page again until a job has made this text appear. */
async function expectSoon(page: Page, path: string, text: string): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

test('a booking is cancelled at each stage, and the money goes where its terms say', async ({
  member: promoter,
  browser,
  baseURL,
  faults: errors,
}) => {
  test.setTimeout(150_000)
  const { page } = promoter
  const dj = await enterDj(browser, errors.watch)
  const sides = { promoter, dj }
  const refunded: string[] = []

  await test.step('before it is agreed: nothing is due', async () => {
    const { path } = await requestSet(sides, 60)
    await page.goto(path)
    await page.getByRole('button', { name: 'Decline' }).click()
    await giveReason(page.getByRole('dialog', { name: /^Decline/ }), 'Decline')
    await expect(getTrail(page).first()).toHaveText('Declined')
    await expect(page.getByRole('button', { name: 'Pay deposit' })).toBeHidden()
  })

  await test.step('early: the promoter gets the deposit back', async () => {
    const { path } = await payDeposit(sides, 50)
    await cancel(page, 'the $40.00 deposit is refunded to you')
    refunded.push(path)
  })

  await test.step('within three weeks: the DJ keeps the deposit', async () => {
    const { path } = await payDeposit(sides, 14)
    await cancel(page, 'Mara Voss keeps the $40.00 deposit and nothing else is due')
    await dj.page.goto(path)
    await expect(
      dj.page.getByText('You keep $40.00 of the deposit, as the booking’s terms say.'),
    ).toBeVisible()
  })

  await test.step('by the DJ: the promoter gets the deposit back, even late', async () => {
    const { path } = await payDeposit(sides, 4)
    await dj.page.goto(path)
    await cancel(dj.page, 'the $40.00 deposit is refunded to Ada Verboven')
    refunded.push(path)
  })

  await test.step('in the last week, with a fee that tickets cover: the DJ gets half', async () => {
    const { draft, path } = await payDeposit(sides, 3)
    await buyTickets(draft, baseURL ?? '', 5)
    await page.goto(path)
    await cancel(page, 'Mara Voss gets 50% of the fee: $50.00, deposit included')
    await dj.page.goto(path)
    await expect(dj.page.getByText('Under the booking’s terms, you get $50.00')).toBeVisible()

    await endEvent(draft)
    const settlement = `/dashboard/events/${draft.eventId}/settlement`
    for (const side of [page, dj.page]) {
      await side.goto(settlement)
      await expect(side.getByText(/Under the booking’s terms, the DJ gets \$50\.00/)).toBeVisible()
      await side.getByRole('button', { name: 'Accept settlement' }).click()
      await expect(side.getByRole('button', { name: 'Accept settlement' })).toBeHidden()
    }
    await expect(dj.page.getByRole('complementary', { name: 'Settlement' }).getByText('$10.00')).toBeVisible()
  })

  await test.step('jobs refund both deposits', async () => {
    for (const path of refunded) await expectSoon(page, path, '$40.00 of your payments is refunded to you')
  })
})

test('a promoter cancels an event with a booking: guests are refunded, and the DJ gets what the terms say @long', async ({
  member: promoter,
  browser,
  baseURL,
  faults: errors,
}) => {
  const { page } = promoter
  const dj = await enterDj(browser, errors.watch)
  const { draft, path } = await payDeposit({ promoter, dj }, 3)
  await buyTickets(draft, baseURL ?? '', 5)

  await page.goto(`/dashboard/events/${draft.eventId}/edit`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancel event' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What happened').fill('The landlord sold the building.')
  await dialog.getByLabel('Your password').fill(promoter.password)
  await dialog.getByRole('button', { name: 'Cancel event' }).click()
  await expect(page.getByText('Event canceled. The refunds are on their way.')).toBeVisible()

  await dj.page.goto(path)
  await expect(getTrail(dj.page).first()).toHaveText('Canceled')
  await expect(dj.page.getByText('Under the booking’s terms, you get $50.00')).toBeVisible()
  await endEvent(draft)
  // Tickets are refunded, so the event has only the deposit, which the DJ keeps.
  const settlement = `/dashboard/events/${draft.eventId}/settlement`
  await expectSoon(page, settlement, 'Refunds')
  await expect(page.getByText(/Under the booking’s terms, the DJ gets \$50\.00/)).toBeVisible()
})
