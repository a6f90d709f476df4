import { expectAccessible } from './support/accessibility'
import { expect, test } from './support/journey'
import { tabTo } from './support/keyboard'
import { readTicketFile } from './support/tickets'

test('C-02 the owner sees an upcoming ticket’s number and code on the page and in the download; others don’t @long', async ({
  enterAs,
}) => {
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard')
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  const stub = page.getByRole('article', { name: /Dust & Diamonds/ })
  const number = /TK-[\w-]+/.exec((await stub.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  expect(number).not.toBe('')
  await expect(stub.getByText('1 of 3')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'More tickets for Dust & Diamonds' }).getByRole('listitem'),
  ).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await stub.getByRole('link', { name: 'Download' }).click()
  const { codes, text } = await readTicketFile(await downloading)
  expect(codes).toHaveLength(1)
  expect(text).toContain(number)
  await stub.getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(/\/customer\/tickets\//)
  await expect(page.getByRole('img', { name: `QR code of ticket ${number}` })).toBeVisible()
  await expectAccessible(page, 'a ticket')
  const shown = await (await page.request.get(page.url().replace('/customer/', '/api/v1/'))).json()
  expect(codes).toEqual([shown.code])
  const other = await enterAs('tom')
  const own = new URL(page.url()).pathname
  for (const path of [own, `${own.replace('/customer/', '/api/v1/')}/tickets.pdf`])
    expect((await other.context.request.get(path)).status(), path).toBe(404)
  const whole = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All 4 tickets as PDF' }).click()
  expect(new Set((await readTicketFile(await whole)).codes).size).toBe(4)
})

test('C-01 C-03 C-05 the dashboard shows past events and orders with their states, and each tab has its own URL', async ({
  enterAs,
}) => {
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'My Dashboard' })).toBeVisible()
  const past = (title: string) => page.getByRole('article').filter({ hasText: title }).first()
  await expect(past('Warm Start').getByText('Attended')).toBeVisible()
  await expect(past('Endless Encore').getByText('Not scanned')).toBeVisible()
  await expect(past('Tidal').getByText('refunded')).toBeVisible()

  await tabTo(page, page.getByRole('tab', { name: 'My Tickets' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Order History', selected: true })).toBeFocused()
  await expect(page).toHaveURL(/tab=orders/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Order History', selected: true })).toBeVisible()
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect(row('Dust & Diamonds')).toContainText(/OR-\d{4}-\d{5}/)
  await expect(row('Dust & Diamonds')).toContainText('confirmed')
  await expect(row('Dust & Diamonds')).toContainText('£70.40')
  await page.getByText(/^\d+ expired orders?$/).click()
  await expect(row('Signal and Noise')).toContainText('expired')
  await expect(row('Soft Machinery')).toContainText('canceled')
  await expect(row('Tidal')).toContainText('refunded')
  await expect(row('Signal and Noise').getByRole('link', { name: 'Download Receipt' })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await row('Dust & Diamonds').getByRole('link', { name: 'Download Receipt' }).click()
  const { text } = await readTicketFile(await downloading)
  for (const words of ['Priya Raman', '£64.00', '£6.40', '£70.40']) expect(text).toContain(words)
})

test('C-04 C-05 a new customer has no tickets and no orders, and a link to the events', async ({
  customer,
}) => {
  const { page } = customer
  await page.goto('/customer/dashboard')
  await expect(page.getByText('No tickets yet', { exact: true })).toBeVisible()
  await expectAccessible(page, 'no tickets')
  await page.getByRole('tab', { name: 'Order History' }).click()
  await expect(page.getByText('No orders yet', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'My Tickets' }).click()
  await page
    .getByRole('tabpanel', { name: 'My Tickets' })
    .getByRole('link', { name: 'Browse Events' })
    .click()
  await expect(page).toHaveURL('/events')
})
