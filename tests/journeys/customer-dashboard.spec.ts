import { expect, test } from './support/journey'
import { readTicketFile } from './support/tickets'

test('C-01 two tabs, the open one in the address', async ({ enterAs }) => {
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'My Dashboard' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'My Tickets', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Order History' }).click()
  await expect(page).toHaveURL(/tab=orders/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Order History', selected: true })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
})

test('C-02 an upcoming night: number, code, and a Download and View Details that work', async ({
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
  const shown = await (await page.request.get(page.url().replace('/customer/', '/api/v1/'))).json()
  expect(codes).toEqual([shown.code])
  const whole = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All 4 tickets as PDF' }).click()
  expect(new Set((await readTicketFile(await whole)).codes).size).toBe(4)
})

test('C-03 past nights, with what became of them', async ({ enterAs }) => {
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard')
  await expect(page.getByRole('heading', { name: 'Past Events' })).toBeVisible()
  const night = (title: string) => page.getByRole('article').filter({ hasText: title }).first()
  await expect(night('Warm Start').getByText('Attended')).toBeVisible()
  await expect(night('Basement Weather').getByText('Attended')).toBeVisible()
  await expect(night('Endless Encore').getByText('Not scanned')).toBeVisible()
  await expect(night('Tidal').getByText('refunded')).toBeVisible()
})

test('C-04 C-05 somebody new has no tickets and no orders, and a way on', async ({ customer }) => {
  const { page } = customer
  await page.goto('/customer/dashboard')
  await expect(page.getByText('No tickets yet', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Order History' }).click()
  await expect(page.getByText('No orders yet', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'My Tickets' }).click()
  await page
    .getByRole('tabpanel', { name: 'My Tickets' })
    .getByRole('link', { name: 'Browse Events' })
    .click()
  await expect(page).toHaveURL('/events')
})

test('C-05 each order with number, status, dates and total; a receipt for what was paid', async ({
  enterAs,
}) => {
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard?tab=orders')
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect(row('Dust & Diamonds')).toContainText(/OR-\d{4}-\d{5}/)
  await expect(row('Dust & Diamonds')).toContainText('confirmed')
  await expect(row('Dust & Diamonds')).toContainText('$70.40')
  await page.getByText(/^\d+ expired orders?$/).click()
  await expect(row('Signal and Noise')).toContainText('expired')
  await expect(row('Soft Machinery')).toContainText('cancelled')
  await expect(row('Tidal')).toContainText('refunded')
  await expect(row('Signal and Noise').getByRole('link', { name: 'Download Receipt' })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await row('Dust & Diamonds').getByRole('link', { name: 'Download Receipt' }).click()
  const { text } = await readTicketFile(await downloading)
  for (const words of ['Priya Raman', '$64.00', '$6.40', '$70.40']) expect(text).toContain(words)
})

test('C-02 a ticket of somebody else is not found, on the page and as a file', async ({
  enterAs,
  customer,
  faults,
}) => {
  faults.expect(/status of 404/)
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard')
  await page
    .getByRole('article', { name: /Dust & Diamonds/ })
    .getByRole('link', { name: 'View Details' })
    .click()
  await page.waitForURL(/\/customer\/tickets\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const answer = await customer.page.goto(`/customer/tickets/${id}`)
  expect(answer?.status()).toBe(404)
  await expect(customer.page.getByText('Ticket not found')).toBeVisible()
  const file = await customer.page.request.get(`/api/v1/tickets/${id}/tickets.pdf`)
  expect(file.status()).toBe(404)
})
