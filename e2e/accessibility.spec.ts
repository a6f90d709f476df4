import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { endHold } from './support/database'
import { expect, test } from './support/journey'
import { choose, findEvent, goAndPay, hold } from './support/tickets'

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const smallest = { width: 320, height: 640 }

/** The screen as it stands, in both themes, wide and narrow: 0 violations, and no width at which it moves sideways. */
async function check(page: Page, where: string): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
      await expectAccessible(page, `${where}, ${theme}, ${size.width} px`)
    }
  }
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, `${where} at 320 px`)
  await page.setViewportSize(desk)
}

test.use({ reducedMotion: 'reduce' })

const open = [
  ['L-01 the landing', '/', 'Where DJs Connect'],
  ['E-01 the wall of events', '/events', 'Upcoming Events'],
  ['E-01 the list of events', '/events?view=list', 'Upcoming Events'],
  ['E-05 nothing found', '/events?q=polka', 'Upcoming Events'],
  ['A-01 sign in', '/auth?tab=sign-in', 'Sign In'],
  ['A-02 sign up', '/auth?tab=sign-up', 'Sign Up'],
  ['A-01 forgotten password', '/auth/forgot', 'Forgotten your password?'],
  ['A-04 a link that leads nowhere', '/auth/verify?token=none', 'This link leads nowhere'],
  ['L-01 request an invite', '/request-invite', 'Ask to come in.'],
  ['A-02 terms', '/terms', ''],
  ['N-02 privacy', '/privacy', ''],
  ['D-01 discover', '/discover', ''],
] as const

for (const [title, address, heading] of open) {
  test(`${title} is accessible`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeAttached()
    await check(page, address)
  })
}

test('R-08 T-06 what is not found is accessible', async ({ page, faults }) => {
  faults.expect(/status of 404/)
  for (const address of ['/nowhere', '/events/nothing']) {
    await page.goto(address)
    await check(page, address)
  }
})

test('A-02 a form with faults in it is accessible', async ({ page }) => {
  await page.goto('/auth?tab=sign-up')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await check(page, 'sign up with faults')
})

test('T-01 a night, with and without a choice, is accessible', async ({ page, request }) => {
  const event = await findEvent(request, 'Dust & Diamonds')
  await page.goto(`/events/${event.id}`)
  await check(page, 'an event')
  await choose(page, 'General Admission', 2)
  await check(page, 'an event with a choice')
})

test('H-01 R-06 the screens of somebody signed in are accessible', async ({ customer }) => {
  const { page } = customer
  for (const address of ['/', '/customer/dashboard', '/customer/dashboard?tab=orders', '/dashboard']) {
    await page.goto(address)
    await check(page, address)
  }
})

test('N-01 the menu of a phone is accessible', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
    await expectAccessible(page, `the menu, ${theme}`)
  }
})

test('C-01 C-02 C-05 tickets, orders and one ticket are accessible', async ({ enterAs }) => {
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard')
  await check(page, 'my tickets')
  await page
    .getByRole('article', { name: /Dust & Diamonds/ })
    .getByRole('link', { name: 'View Details' })
    .click()
  await page.waitForURL(/\/customer\/tickets\//)
  await expect(page.getByRole('img', { name: /QR code of ticket/ })).toHaveCount(1)
  await check(page, 'one ticket')
  await page.goto('/customer/dashboard?tab=orders')
  await check(page, 'orders')
})

test('AD-03 the admin’s first screen is accessible', async ({ enterAs }) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await check(page, '/admin')
})

test('T-04 every screen of buying is accessible', async ({ customer, request }) => {
  test.slow()
  const { page } = customer
  const event = await findEvent(request, 'Cold Storage')
  await hold(page, event, { 'General Admission': 1 })
  await check(page, 'the checkout')
  await goAndPay(page)
  await check(page, 'the sandbox')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('The payment was declined.')).toBeVisible()
  await check(page, 'declined')
  await goAndPay(page)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'See you on the floor.' })).toBeVisible()
  await check(page, 'bought')

  const ended = await hold(page, event, { 'Late Entry': 1 })
  await goAndPay(page)
  await page.getByRole('button', { name: /Approve after 30 seconds/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank.' })).toBeVisible()
  await check(page, 'waiting')
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank.' })).toBeHidden({
    timeout: 40_000,
  })
  await check(page, 'cancelled while waiting')
  expect(ended).not.toBe('')
  const expired = await hold(page, event, { 'General Admission': 2 })
  await endHold(expired)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /minutes are up/ })).toBeVisible()
  await check(page, 'expired')
})

test('P-01 the page of a DJ is accessible', async ({ page, request }) => {
  const { djs } = await (await request.get('/api/v1/djs?limit=1')).json()
  await page.goto(`/dj/${djs[0].id}`)
  await check(page, 'the page of a DJ')
})
