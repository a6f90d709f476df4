import type { APIRequestContext, Page } from '@playwright/test'
import { check } from './support/accessibility'
import { expect, test } from './support/journey'
import { endHold, leaveOnly, withDatabase } from './support/database'
import {
  approve,
  checkoutButton,
  choose,
  findEvent,
  goAndPay,
  hold,
  paidHeading,
  stepper,
} from './support/tickets'

const ordersOf = (email: string) =>
  withDatabase((ask) =>
    ask<{ id: string; status: string }>(
      'select o.id, o.status from orders o join profiles p on p.id = o.customer_id where p.email = $1 order by o.created_at',
      [email],
    ),
  )

/** Holds one ticket of an event that no other journey buys and returns the order's id. */
const holdOne = async (page: Page, request: APIRequestContext) =>
  hold(page, await findEvent(request, 'Night Bus to Nowhere'), { 'General Admission': 1 })

test('T-04 a payment survives reload, back, a decline and a closed page, and is finished from Order History @long', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const orderId = await holdOne(page, request)
  await page.getByLabel('Full name').fill('Rosa Quist')
  await goAndPay(page)
  const payment = page.url()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await page.goBack()
  await expect(page).toHaveURL(`/checkout/${orderId}`)
  await goAndPay(page)
  expect(page.url(), 'resumes the same payment').toBe(payment)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL(`/checkout/${orderId}`)
  await expect(page.getByRole('alert').filter({ hasText: 'The payment was declined.' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Still held for you' })).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Rosa Quist')
  await check(page, 'a declined payment')
  await goAndPay(page)
  await check(page, 'the sandbox')
  await page.getByRole('button', { name: /Never come back/ }).click()
  await expect(page).toHaveURL('/events')
  await page.goto('/customer/dashboard?tab=orders')
  await page
    .getByRole('row')
    .filter({ hasText: 'pending' })
    .getByRole('link', { name: 'Finish paying' })
    .click()
  await expect(page).toHaveURL(`/checkout/${orderId}`)
  await goAndPay(page)
  const answered = page.url()
  await approve(page)
  await check(page, 'bought')
  expect(await ordersOf(customer.email)).toEqual([{ id: orderId, status: 'confirmed' }])
  await page.goto(answered)
  await expect(page.getByText('This payment was already decided: approved.')).toBeVisible()
})

test('T-04 the page waits for a slow bank, survives a reload, and then shows the tickets @long', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const orderId = await holdOne(page, request)
  await goAndPay(page)
  await page.getByRole('button', { name: /Approve after 30 seconds/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank.' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank.' })).toBeVisible()
  await check(page, 'waiting for the bank')
  // Changes the stored times as if thirty seconds had passed.
  await withDatabase((ask) =>
    ask(
      'update sandbox_answers set due_at = clock_timestamp() where reference in (select provider_reference from payments where order_id = $1)',
      [orderId],
    ),
  )
  await expect(paidHeading(page)).toBeVisible({
    timeout: 20_000,
  })
})

test('T-04 the back button and a second tab lead to the same order', async ({ customer, request }) => {
  const { page, context } = customer
  const event = await findEvent(request, 'Signal Box')
  const orderId = await hold(page, event, { 'General Admission': 2 })
  await page.goBack()
  await page.getByRole('button', { name: 'Change tickets' }).click()
  await expect(stepper(page, 'General Admission').getByRole('status')).toHaveText('2')
  await checkoutButton(page).click()
  await expect(page).toHaveURL(`/checkout/${orderId}`)

  const other = await context.newPage()
  await other.goto(`/events/${event.id}`)
  await other.getByRole('link', { name: 'Continue to payment' }).click()
  await other.waitForURL(`/checkout/${orderId}`)
  await goAndPay(page)
  await goAndPay(other)
  expect(other.url(), 'both tabs share one payment').toBe(page.url())
  await approve(page)
  await approve(other)
  expect(await ordersOf(customer.email)).toEqual([{ id: orderId, status: 'confirmed' }])
  const payments = await withDatabase((ask) =>
    ask('select status from payments where order_id = $1', [orderId]),
  )
  expect(payments).toEqual([{ status: 'approved' }])
})

test('T-04 a buyer who goes back while the checkout opens returns to the same order @long', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const event = await findEvent(request, 'Signal Box')
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/api/rpc/orders/getOrder*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/events/${event.id}`)
  await choose(page, 'Early Bird', 1)
  await checkoutButton(page).click()
  await page.waitForURL(/\/checkout\//)
  await page.goBack()
  go()
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  expect(await ordersOf(customer.email)).toHaveLength(1)
})

test('T-04 a payment that arrives after the hold is refunded if the tickets are sold out @long', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const event = await findEvent(request, 'Long Exposure')
  const orderId = await hold(page, event, { Cushion: 1 })
  await goAndPay(page)
  await endHold(orderId)
  await expect
    .poll(async () => (await ordersOf(customer.email))[0]?.status, { timeout: 20_000 })
    .toBe('expired')
  await leaveOnly(event.ticketTypes[0]?.id ?? '', 0)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your refund is on its way.' })).toBeVisible()
  const [refund] = await withDatabase((ask) =>
    ask<{ amount: number; total: number }>(
      'select r.amount_cents as amount, o.total_cents as total from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id where o.id = $1',
      [orderId],
    ),
  )
  expect(refund?.amount).toBe(refund?.total)
})
