import { withDatabase } from './support/database'
import { expect, type Site, testOnOwnSite } from './support/own-site'
import { emailTo } from './support/mailbox'
import { approve, checkoutButton, choose, findEvent, goAndPay, hold, readTicketFile } from './support/tickets'

const test = testOnOwnSite()
// False while settings differ from the defaults: then the next journey first restores the defaults.
let isAsDelivered = true
test.beforeEach(async ({ site }) => {
  if (!isAsDelivered) await set(site, {})
})

type PublicSettings = {
  name: string
  maintenanceNotice: string
  feeBasisPoints: number
  priceDisplay: string
}

/**
 * Sets these settings, resets all others to the defaults, and waits until the API returns them. Cached pages change
 * later.
 */
async function set({ address, dataDir }: Site, values: Record<string, string | number>): Promise<void> {
  isAsDelivered = false
  await withDatabase(async (ask) => {
    await ask('delete from settings')
    for (const [key, value] of Object.entries(values))
      await ask('insert into settings (key, value) values ($1, $2)', [key, JSON.stringify(value)])
  }, dataDir)
  await expect(async () => {
    const answer: PublicSettings = await (await fetch(`${address}/api/v1/site`)).json()
    expect(answer).toMatchObject({
      name: values['name'] ?? 'Back to Back',
      maintenanceNotice: values['maintenance_notice'] ?? '',
      feeBasisPoints: values['service_fee_basis_points'] ?? 1000,
      priceDisplay: values['price_display'] ?? 'itemised',
    })
  }).toPass({ timeout: 10_000 })
  isAsDelivered = Object.keys(values).length === 0
}

test('T-03 a fee that changes while a buyer selects tickets applies to the order, and the checkout says so @long', async ({
  customer: { page },
  site,
}) => {
  const event = await findEvent(page.request, 'Night Bus to Nowhere')
  const { priceCents = 0 } = event.ticketTypes.find(({ name }) => name === 'General Admission') ?? {}
  const formatPounds = (cents: number) => `£${(cents / 100).toFixed(2)}`
  const [before, after] = [0.1, 0.12].map((fee) =>
    formatPounds(2 * priceCents + Math.round(2 * priceCents * fee)),
  )
  await page.goto(`/events/${event.id}`)
  await choose(page, 'General Admission', 2)
  await expect(page.getByText('Service fee (10%)')).toBeVisible()
  await set(site, { service_fee_basis_points: 1200, hold_minutes: 3 })
  await checkoutButton(page).click()
  await page.waitForURL(/\/checkout\//)
  await expect(
    page.getByText(`The price changed while you were choosing: it is ${after} now, not ${before}.`),
  ).toBeVisible()
  await expect(page.getByText('Service fee (12%)')).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Held for you' })).toContainText(/[23]:\d\d/)
  // The order keeps its fee when the service fee of the site changes later.
  await set(site, {})
  await page.reload()
  await expect(page.getByText('Service fee (12%)')).toBeVisible()
  await expect(page.getByRole('button', { name: `Pay ${after}` }).filter({ visible: true })).toBeVisible()
})

test('E-02 T-03 C-05 the site’s name and prices with the fee included are the same on pages, receipt and emails @long', async ({
  customer: { page, email },
  site,
}) => {
  await set(site, {
    name: 'Slipped Halves',
    email_sender: 'door@halves.example',
    price_display: 'all_in',
  })
  await page.goto('/events?q=signal+box')
  await expect(page).toHaveTitle('Upcoming Events — Slipped Halves')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Slipped Halves, home' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('© 2024 Slipped Halves')
  expect(await page.locator('meta[property="og:site_name"]').getAttribute('content')).toBe('Slipped Halves')
  // £14.00 plus a fee of a tenth.
  await expect(page.locator('article', { hasText: 'Signal Box' })).toContainText('£15.40')
  const event = await findEvent(page.request, 'Signal Box')
  const orderId = await hold(page, event, { 'Early Bird': 2 })
  await expect(page).toHaveTitle('Checkout — Slipped Halves')
  const sheet = page.getByRole('complementary', { name: 'Order' })
  await expect(sheet).toContainText('£30.80')
  await expect(sheet).toContainText('including £2.80 service fee')
  await expect(page.getByText(/Subtotal|Service fee \(/)).toHaveCount(0)
  await expect(page.getByText('The price changed')).toHaveCount(0)
  await goAndPay(page)
  await expect(page.getByText('Slipped Halves, order')).toBeVisible()
  await approve(page)
  const tickets = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await readTicketFile(await tickets)).text).toContain('Slipped Halves')
  await page.goto('/customer/dashboard?tab=orders')
  const receiving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Receipt' }).click()
  const { text } = await readTicketFile(await receiving)
  for (const words of ['£15.40', '£30.80', 'including £2.80 service fee']) expect(text).toContain(words)
  expect(text).not.toMatch(/Subtotal|Service fee/)
  const address = await emailTo(page.request, email, /Signal Box/)
  const message = await (await page.request.get(`${address}/html`)).text()
  expect(message).toContain('including £2.80 service fee')
  expect(message).not.toContain('Subtotal')
  expect(message).toContain('Slipped Halves')
  expect(await (await page.request.get(address)).text()).toContain('door@halves.example')
  for (const path of ['/', `/checkout/${orderId}`, '/customer/dashboard'])
    expect(await (await page.request.get(path)).text(), path).not.toContain('Back to Back')
})

test('AD-04 a maintenance notice appears in an open page and on every new one, and is dismissed until it changes @long', async ({
  page,
  faults,
  site,
}) => {
  faults.expect(/status of 404/)
  const bar = page.getByRole('complementary', { name: 'Notice' })
  await page.clock.install()
  await page.goto('/events')
  await expect(bar).toHaveCount(0)
  await set(site, { maintenance_notice: 'Tickets are off from 04:00 to 05:00.' })
  await page.clock.fastForward(11_000)
  await expect(bar).toContainText('Tickets are off from 04:00 to 05:00.')
  for (const path of ['/', '/nowhere/at/all', '/auth']) {
    await page.goto(path)
    await expect(bar).toContainText('Tickets are off from 04:00 to 05:00.')
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await expect(bar).toHaveCount(0)
  // After a dismissal, the server's HTML has no notice bar either.
  expect(await (await page.request.get('/events')).text()).not.toContain('aria-label="Notice"')
  await set(site, { maintenance_notice: 'Back at 06:00.' })
  // The page of the last request is cached, so the new notice appears after a delay.
  await expect
    .poll(async () => (await page.request.get('/events')).text(), { timeout: 15_000 })
    .toContain('Back at 06:00.')
  await page.goto('/events')
  await expect(bar).toContainText('Back at 06:00.')
})
