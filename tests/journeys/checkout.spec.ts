import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/journey'
import { endHold, leaveOnly, withDatabase } from './support/database'
import {
  approve,
  checkoutButton,
  choose,
  findEvent,
  goAndPay,
  hold,
  orderIdOf,
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

/** One ticket of a night that nobody else buys; answers the order's id. */
const holdOne = async (page: Page, request: APIRequestContext) =>
  hold(page, await findEvent(request, 'Night Bus to Nowhere'), { 'General Admission': 1 })

test('T-04 declined: nothing is charged, the hold stays, and trying again works', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const orderId = await holdOne(page, request)
  await page.getByLabel('Full name').fill('Somebody Else')
  await goAndPay(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL(`/checkout/${orderId}`)
  await expect(page.getByRole('alert').filter({ hasText: 'The payment was declined.' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Still held for you' })).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Somebody Else')
  await goAndPay(page)
  await approve(page)
  expect(await ordersOf(customer.email)).toEqual([{ id: orderId, status: 'confirmed' }])
})

test('T-04 a bank that takes its time: the page waits, survives a reload, and then shows the tickets', async ({
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
  // As if the thirty seconds were over.
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

test('T-04 never coming back from the bank leaves the order open: it can be finished from Order History', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const orderId = await holdOne(page, request)
  await goAndPay(page)
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
  await approve(page)
})

test('T-04 a double click holds once', async ({ customer, request }) => {
  const { page } = customer
  await page.goto(`/events/${(await findEvent(request, 'Signal Box')).id}`)
  await choose(page, 'Early Bird', 2)
  await checkoutButton(page).dblclick()
  await page.waitForURL(/\/checkout\//)
  expect(await ordersOf(customer.email)).toHaveLength(1)
})

test('T-04 the back button and two tabs come to the same order', async ({ customer, request }) => {
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
  expect(other.url(), 'one payment for both').toBe(page.url())
  await approve(page)
  await approve(other)
  expect(await ordersOf(customer.email)).toEqual([{ id: orderId, status: 'confirmed' }])
  const payments = await withDatabase((ask) =>
    ask('select status from payments where order_id = $1', [orderId]),
  )
  expect(payments).toEqual([{ status: 'approved' }])
})

test('T-04 turning back while the checkout opens leads to the order again', async ({ customer, request }) => {
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

test('T-04 a reload during payment finds the same payment, and back leads to the same hold', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const orderId = await hold(page, await findEvent(request, 'Signal Box'), { 'Early Bird': 1 })
  await goAndPay(page)
  const payment = page.url()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await page.goBack()
  await expect(page).toHaveURL(`/checkout/${orderId}`)
  await goAndPay(page)
  expect(page.url()).toBe(payment)
  await approve(page)
  // Back from the tickets: the payment has had its answer, and nothing can be paid twice.
  await page.goto(payment)
  await expect(page.getByText('This payment has had its answer: approved.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(paidHeading(page)).toBeVisible()
})

test('T-04 a hold that ran out says so, charges nothing, and the same can be held again', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const event = await findEvent(request, 'Service Entrance')
  const orderId = await hold(page, event, { 'General Admission': 2 })
  await endHold(orderId)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /minutes are up/ })).toBeVisible()
  await page.getByRole('button', { name: 'Hold them again' }).click()
  await expect(page.getByRole('timer', { name: 'Held for you' })).toBeVisible()
  expect(orderIdOf(page)).not.toBe(orderId)
  await expect
    .poll(() => ordersOf(customer.email), { timeout: 20_000 })
    .toEqual([
      { id: orderId, status: 'expired' },
      { id: orderIdOf(page), status: 'reserved' },
    ])
})

test('T-04 money that comes after the hold: honoured while there is stock, sent back when there is none', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const event = await findEvent(request, 'Long Exposure')
  const [cushion] = event.ticketTypes
  await hold(page, event, { Cushion: 1 })
  const honoured = orderIdOf(page)
  await goAndPay(page)
  await endHold(honoured)
  await expect
    .poll(async () => (await ordersOf(customer.email))[0]?.status, { timeout: 20_000 })
    .toBe('expired')
  await approve(page)

  await hold(page, event, { Cushion: 1 })
  const refunded = orderIdOf(page)
  await goAndPay(page)
  await endHold(refunded)
  await expect
    .poll(async () => (await ordersOf(customer.email))[1]?.status, { timeout: 20_000 })
    .toBe('expired')
  await leaveOnly(cushion?.id ?? '', 0)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your money is on its way back.' })).toBeVisible()
  const [refund] = await withDatabase((ask) =>
    ask<{ amount: number; total: number }>(
      'select r.amount_cents as amount, o.total_cents as total from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id where o.id = $1',
      [refunded],
    ),
  )
  expect(refund?.amount).toBe(refund?.total)
})

test('T-02 tickets that sold out before Checkout are removed from the choice, and the panel says so', async ({
  customer,
  request,
  faults,
}) => {
  faults.expect(/status of 409/)
  const { page } = customer
  const event = await findEvent(request, 'Closing Credits')
  const [type] = event.ticketTypes
  // The page has not learned of the sales yet.
  await page.route('**/stock', (route) => route.fulfill({ json: {} }))
  await page.goto(`/events/${event.id}`)
  await choose(page, type?.name ?? '', 3)
  await leaveOnly(type?.id ?? '', 1)
  await checkoutButton(page).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Only 1 left. 2 tickets were removed' }),
  ).toBeVisible()
  await expect(stepper(page, type?.name ?? '').getByRole('status')).toHaveText('1')
  await leaveOnly(type?.id ?? '', 0)
  await checkoutButton(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Sold out. 3 tickets were removed' })).toBeVisible()
  expect(await ordersOf(customer.email)).toEqual([])
})

test('T-04 an order can be given back, and is not open to anybody else', async ({
  customer,
  enterAs,
  request,
  faults,
}) => {
  faults.expect(/status of 404/)
  const { page } = customer
  const orderId = await hold(page, await findEvent(request, 'Brake Fluid'), { 'General Admission': 1 })
  const stranger = await enterAs('tom')
  const answer = await stranger.page.goto(`/checkout/${orderId}`)
  expect(answer?.status()).toBe(404)
  await expect(stranger.page.getByText('It does not exist, or it belongs to another account.')).toBeVisible()
  const headers = { origin: new URL(page.url()).origin }
  const giveBack = async (by: Page) =>
    (await by.request.post(`/api/v1/orders/${orderId}/cancel`, { data: {}, headers })).status()
  expect(await giveBack(stranger.page)).toBe(404)
  expect(await giveBack(page)).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Order cancelled.' })).toBeVisible()
})
