import { expect, test } from './support/journey'
import { expectNoSidewaysScroll } from './support/accessibility'
import { checkoutButton, choose, findEvent, goAndPay, paidHeading } from './support/tickets'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('T-02 T-03 T-04 N-01 on a phone, a buyer gets from the menu to a ticket, with the bar at the bottom', async ({
  customer,
  request,
}) => {
  const { page } = customer
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Events' }).tap()
  await expect(page).toHaveURL('/events')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await expectNoSidewaysScroll(page, '/events')
  const event = await findEvent(request, 'No Requests')
  await page.goto(`/events/${event.id}`)
  await expectNoSidewaysScroll(page, 'an event')
  await choose(page, 'General Admission', 2)
  await expect(checkoutButton(page)).toHaveCount(1)
  await expect(checkoutButton(page)).toBeInViewport()
  await expect(page.getByText('£26.40').filter({ visible: true }).last()).toBeInViewport()
  await checkoutButton(page).tap()
  await page.waitForURL(/\/checkout\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'the checkout')
  await goAndPay(page)
  await expectNoSidewaysScroll(page, 'the sandbox')
  await page.getByRole('button', { name: 'Approve', exact: true }).tap()
  await expect(paidHeading(page)).toBeVisible()
  await expectNoSidewaysScroll(page, 'bought')
  await page.goto('/customer/dashboard')
  await expect(page.getByRole('article', { name: /No Requests/ })).toBeVisible()
  await expectNoSidewaysScroll(page, 'My Dashboard')
})

test('T-02 touch targets are large enough @long', async ({ page, request }) => {
  const event = await findEvent(request, 'No Requests')
  await page.goto(`/events/${event.id}`)
  for (const button of await page.getByRole('button').filter({ visible: true }).all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.innerText()).toBeGreaterThanOrEqual(44)
  }
})

test('CH-09 pressing the button of a message opens its menu @long', async ({ enterAs }) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/chat')
  await page.getByRole('link', { name: 'Gear swap' }).tap()
  const more = page.getByRole('button', { name: 'More about the message of Dae-Jung Park' })
  // Playwright treats transparent elements as visible; people don't.
  await expect(more.locator('..')).toHaveCSS('opacity', '1')
  const box = await more.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await expectNoSidewaysScroll(page, 'a room')
  await more.tap()
  await page.getByRole('menuitem', { name: 'Report…' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
})
