import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { send } from './support/member'
import { approve, goAndPay, hold, readTicketFile } from './support/tickets'

interface Sale {
  currency: string
  /** The price as an organizer types it. */
  price: string
  /** The prices that a buyer of two tickets reads. */
  subtotal: string
  fee: string
  total: string
  note?: string
}

/** Inserts a complete draft of Jonas, without tickets. */
async function insertDraft(): Promise<{ id: string; title: string }> {
  const [event] = await withDatabase((query) =>
    query<{ id: string; title: string }>(`
      insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
      select 'Loose Change ' || substr(new_id()::text, 30), 'club_night', x.at, x.at + interval '6 hours', 'Europe/Berlin',
        'The Cistern', 'Berlin', 'draft', (select id from profiles where email = 'jonas@backtoback.example')
      from (select date_trunc('day', now()) + interval '21 days 21 hours' as at) x returning id, title`),
  )
  if (!event) throw new Error('no event was inserted')
  return event
}

const expectSaved = (page: Page) => expect(page.locator('output[data-state]')).toHaveText(/^Saved at/)

/** Sets currency, tax and a ticket type in the editor, and publishes the event. */
async function publish(page: Page, id: string, { currency, price }: Sale, taxRate?: string): Promise<void> {
  await page.goto(`/dashboard/events/${id}/edit`)
  await page.getByLabel('Currency', { exact: true }).selectOption(currency)
  await expectSaved(page)
  if (taxRate !== undefined) {
    await page.getByLabel('Tax on tickets').selectOption('Included in prices')
    await page.getByLabel('Tax rate').fill(taxRate)
    await page.getByLabel('Tax rate').blur()
    await expectSaved(page)
  }
  await page.getByRole('button', { name: 'Add a ticket type' }).click()
  const fresh = page.getByRole('group', { name: 'New ticket type', exact: true })
  await fresh.getByLabel('Name').fill('General Admission')
  await fresh.getByLabel('Price').fill(price)
  await fresh.getByLabel('Stock').fill('50')
  await fresh.getByLabel('Stock').press('Enter')
  await expect(page.getByLabel(`Price in ${currency}`)).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Changes are live immediately.')).toBeVisible()
}

/** Chooses two tickets and reads their prices. Returns the order's id. */
async function checkOut(page: Page, event: { id: string }, sale: Sale): Promise<string> {
  const orderId = await hold(page, event, { 'General Admission': 2 })
  const sheet = page.getByRole('complementary', { name: 'Order' })
  for (const text of [sale.subtotal, sale.fee, sale.total, sale.note ?? ''])
    await expect(sheet).toContainText(text)
  if (sale.note === undefined) await expect(sheet).not.toContainText(/VAT|tax/)
  return orderId
}

/** The lines of the order in the ledger, in the smallest unit of the currency. */
const readLedger = (orderId: string, kind: string) =>
  withDatabase((query) =>
    query<{ account: string; amount: string; currency: string }>(
      `select e.account, e.amount, e.currency from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where t.order_id = $1 and t.kind = $2 order by e.id`,
      [orderId, kind],
    ),
  )

/** Waits for an invoice or a credit note of the order, which a job issues every ten seconds, and returns its text. */
async function download(page: Page, name: RegExp): Promise<string> {
  const link = page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name }).last()
  await expect(async () => {
    await page.reload()
    await expect(link).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 45_000 })
  const receiving = page.waitForEvent('download')
  await link.click()
  const { text } = await readTicketFile(await receiving)
  return text.replaceAll(/\s+/g, ' ')
}

test('T-03 a company buys tickets in euros with VAT included, and its invoice and credit note have the amounts of the ledger', async ({
  enterAs,
  customer: { page },
}) => {
  const sale = {
    currency: 'EUR',
    price: '18',
    subtotal: '€36.00',
    fee: '€3.60',
    total: '€39.60',
    note: 'Tickets include €5.75 VAT (19%)',
  }
  const event = await insertDraft()
  const { page: organizer } = await enterAs('jonas')
  await publish(organizer, event.id, sale, '19')
  const orderId = await checkOut(page, event, sale)
  await page.getByRole('button', { name: 'Buying for a company?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Billing details' })
  await dialog.getByLabel('Legal name').fill('Raman Events GmbH')
  await dialog.getByLabel('Address').fill('Weserstraße 9\n12047 Berlin')
  await dialog.getByLabel('Country').selectOption('Germany')
  await dialog.getByLabel('Tax ID').fill('DE 811 128 135')
  await check(page, 'billing details of an order')
  await dialog.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText('Invoices for Raman Events GmbH', { exact: false })).toBeVisible()
  await goAndPay(page)
  await approve(page)
  await expect
    .poll(() => readLedger(orderId, 'sale'))
    .toEqual([
      { account: 'provider', amount: '3960', currency: 'EUR' },
      { account: 'organizer', amount: '-3600', currency: 'EUR' },
      { account: 'service_fees', amount: '-360', currency: 'EUR' },
    ])

  // The order has an invoice of the organizer and one of the site. The site's, for the service fee, is last in the
  // list.
  await page.goto(`/checkout/${orderId}`)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  const fee = await download(page, /^Invoice /)
  expect(fee).toContain('Service fee')
  expect(fee).toContain('€3.60')
  const receiving = page.waitForEvent('download')
  await invoices.getByRole('link', { name: /^Invoice J/ }).click()
  const { text } = await readTicketFile(await receiving)
  const invoice = text.replaceAll(/\s+/g, ' ')
  for (const part of [
    'Raman Events GmbH Weserstraße 9, 12047 Berlin, Germany VAT DE 811 128 135',
    'Net €30.25 VAT 19%, included €5.75',
    'Total €36.00',
    'Paid in full.',
  ])
    expect(invoice).toContain(part)

  await send(organizer, 'POST', `orders/${orderId}/refund`, { reason: 'Ill' })
  await expect
    .poll(() => readLedger(orderId, 'refund'))
    .toEqual([
      { account: 'organizer', amount: '3600', currency: 'EUR' },
      { account: 'service_fees', amount: '360', currency: 'EUR' },
      { account: 'refunds_due', amount: '-3960', currency: 'EUR' },
    ])
  const note = await download(page, /^Credit note J/)
  for (const part of [
    'Raman Events GmbH',
    'Refund: General Admission',
    'VAT 19%, included −€5.75',
    'Total −€36.00',
  ])
    expect(note).toContain(part)
  await check(page, 'an order with invoices and credit notes')

  await organizer.goto('/dashboard/money?currency=EUR')
  await expect(organizer.getByRole('link', { name: 'PDF of this statement' })).toBeVisible()
  await expect(organizer.getByRole('group', { name: 'Currency' })).toContainText('EUR')
})

for (const sale of [
  {
    currency: 'GBP',
    price: '12.50',
    subtotal: '£25.00',
    fee: '£2.50',
    total: '£27.50',
    cents: [2750, -2500, -250],
  },
  {
    currency: 'JPY',
    price: '1800',
    subtotal: '¥3,600',
    fee: '¥360',
    total: '¥3,960',
    cents: [3960, -3600, -360],
  },
])
  test(`T-03 an organizer sells tickets in ${sale.currency} without tax, and checkout, receipt and ledger have the same amounts`, async ({
    enterAs,
    customer: { page },
  }) => {
    const event = await insertDraft()
    const { page: organizer } = await enterAs('jonas')
    await publish(organizer, event.id, sale)
    const orderId = await checkOut(page, event, sale)
    await goAndPay(page)
    await expect(page.getByRole('heading', { level: 1, name: sale.total })).toBeVisible()
    await approve(page)
    await expect
      .poll(async () => (await readLedger(orderId, 'sale')).map(({ amount }) => Number(amount)))
      .toEqual(sale.cents)
    await page.goto('/customer/dashboard?tab=orders')
    const row = page.getByRole('row').filter({ hasText: event.title })
    await expect(row).toContainText(sale.total)
    const receiving = page.waitForEvent('download')
    await row.getByRole('link', { name: 'Download Receipt' }).click()
    const { text } = await readTicketFile(await receiving)
    for (const amount of [sale.subtotal, sale.fee, sale.total]) expect(text).toContain(amount)
    expect(text).not.toContain('VAT')
    await organizer.goto(`/dashboard/events/${event.id}/analytics`)
    await expect(organizer.getByRole('main').locator('dl.cells')).toContainText(
      sale.subtotal.replace('.00', ''),
    )
  })
