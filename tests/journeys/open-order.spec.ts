import { expectAccessible } from './support/accessibility'
import { endHold } from './support/database'
import { expect, test } from './support/journey'
import { checkoutButton, findEvent, hold, orderIdOf, stepper } from './support/tickets'

test('T-04 an open order is shown on every page, and the buyer changes and cancels it on the event page @long', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const event = await findEvent(request, 'Brake Fluid')
  const first = await hold(page, event, { 'General Admission': 2 })
  const bar = page.getByRole('complementary', { name: 'Open order' })
  await expect(bar).toHaveCount(0)

  await page.goto('/events')
  await expect(bar).toContainText('2 tickets for Brake Fluid')
  await expect(bar.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
  await expectAccessible(page, 'a page with the hold bar')
  await bar.getByRole('link', { name: 'Finish order' }).click()
  await expect(page).toHaveURL(`/checkout/${first}`)

  await page.goto(`/events/${event.id}`)
  const sheet = page.getByRole('region', { name: 'Finish your order' })
  await expect(sheet).toContainText('2 tickets are held for you until')
  // The panel of the open order is in view, so the bar is hidden.
  await expect(bar).toHaveCount(0)
  await expectAccessible(page, 'the event page with an open order')
  await sheet.getByRole('button', { name: 'Change tickets' }).click()
  await expect(bar).toBeVisible()
  await expect(stepper(page, 'General Admission').getByRole('status')).toHaveText('2')
  await stepper(page, 'General Admission').getByRole('button', { name: 'More' }).click()
  await checkoutButton(page).click()
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/') && !url.pathname.endsWith(first))

  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(sheet).toContainText('3 × General Admission')
  await sheet.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('heading', { name: 'Select Tickets' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('T-04 C-05 every page says that a hold has expired and offers it again, and Order History collapses the order @long', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const event = await findEvent(request, 'Brake Fluid')
  const orderId = await hold(page, event, { 'General Admission': 1 })
  await endHold(orderId)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /minutes are up/ })).toBeVisible()
  await expectAccessible(page, 'an expired order')
  await page.goto('/discover')
  const bar = page.getByRole('complementary', { name: 'Open order' })
  await expect(bar).toContainText('Your hold expired. You weren’t charged.')
  await bar.getByRole('button', { name: 'Hold again' }).click()
  await page.waitForURL(/\/checkout\//)
  expect(orderIdOf(page)).not.toBe(orderId)

  await expect
    .poll(
      async () => {
        await page.goto('/customer/dashboard?tab=orders')
        return page.getByText('1 expired order').count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await expect(page.getByRole('row').filter({ hasText: 'expired' })).toHaveCount(0)
  await page.getByText('1 expired order').click()
  await expect(page.getByRole('row').filter({ hasText: 'expired' })).toBeVisible()
})
