import type { APIRequestContext, Page } from '@playwright/test'
import { startStripeStandIn } from '../support/stripe/stand-in'
import { check } from './support/accessibility'
import { endHold, withDatabase } from './support/database'
import { expect, testOnOwnSite } from './support/own-site'
import { CARD, CARD_OF_A_CAREFUL_BANK, DECLINED_CARD, serveStripe } from './support/stripe-page'
import { findEvent, hold, orderIdOf, paidHeading } from './support/tickets'

let standIn: Awaited<ReturnType<typeof startStripeStandIn>>

const test = testOnOwnSite(async () => {
  standIn = await startStripeStandIn()
  const { host, port } = standIn.address
  return {
    settings: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_journeys',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API: `http://${host}:${port}`,
    },
    stop: () => void standIn.stop(),
  }
})

// These console errors are expected: the journeys have declined cards, unknown payments and a blocked script.
test.beforeEach(({ faults }) => faults.expect(/status of 40[24]|js\.stripe\.com|ERR_FAILED/))

/** Holds tickets and goes to the page of Stripe. Returns the order's id, and the requests to Stripe from now on. */
async function goToPayment(page: Page, request: APIRequestContext, quantity = 1) {
  const requested = await serveStripe(page, () => standIn)
  const orderId = await hold(page, await findEvent(request, 'Night Bus to Nowhere'), {
    'General Admission': quantity,
  })
  expect(requested, 'nothing of Stripe before the payment page').toEqual([])
  await openPayment(page)
  return { orderId, requested }
}

async function openPayment(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Pay [$€£¥]|Try again)/ })
    .filter({ visible: true })
    .click()
  await page.waitForURL(/\/pay\/stripe\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay £/ }).filter({ visible: true })

async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await payButton(page).click()
}

test('T-04 a card is declined, another one pays, and going back shows that the order is paid', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const { orderId } = await goToPayment(page, request)
  const address = page.url()
  await check(page, 'the payment page')
  await pay(page, DECLINED_CARD)
  const note = page.getByRole('alert').filter({ hasText: 'Your bank declined the payment.' })
  await expect(note).toBeFocused()
  await expect(note).toContainText('You haven’t been charged.')
  await expect(page.getByLabel('Card number')).toHaveValue(DECLINED_CARD)
  await check(page, 'a declined card')
  await pay(page, CARD)
  await expect(paidHeading(page)).toBeVisible()
  expect(orderIdOf(page)).toBe(orderId)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This order is already paid.' })).toBeVisible()
  await check(page, 'an order that is already paid')
})

test('T-04 a bank asks for its own confirmation: failed, then completed', async ({ customer, request }) => {
  const { page } = customer
  await goToPayment(page, request)
  await pay(page, CARD_OF_A_CAREFUL_BANK)
  await page.getByRole('dialog', { name: 'Your bank' }).getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toContainText('Your bank couldn’t confirm it’s you.')
  await pay(page, CARD_OF_A_CAREFUL_BANK)
  await page.getByRole('dialog', { name: 'Your bank' }).getByRole('button', { name: 'Complete' }).click()
  await expect(paidHeading(page)).toBeVisible()
})

test('T-04 a hold that ends during the bank’s form charges nothing, and the tickets can be held again @long', async ({
  customer,
  request,
  site,
}) => {
  const { page } = customer
  const { orderId } = await goToPayment(page, request)
  await pay(page, CARD_OF_A_CAREFUL_BANK)
  const bank = page.getByRole('dialog', { name: 'Your bank' })
  await expect(bank).toBeVisible()
  await endHold(orderId, site.dataDir)
  // The jobs expire the order, then cancel its payment.
  await expect
    .poll(() =>
      withDatabase(
        (ask) =>
          ask('select 1 from payments where order_id = $1 and status = $2 and check_at is null', [
            orderId,
            'abandoned',
          ]),
        site.dataDir,
      ),
    )
    .toHaveLength(1)
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('heading', { name: 'Your hold expired.' })).toBeVisible()
  await expect(page.getByText('You haven’t been charged.')).toBeVisible()
  await check(page, 'a hold that expired at the bank')
  await page.getByRole('button', { name: 'Hold 1 ticket again' }).click()
  await page.waitForURL(/\/checkout\//)
  await openPayment(page)
  await pay(page, CARD)
  await expect(paidHeading(page)).toBeVisible()
})

test('T-04 when Stripe is slow, the hold is extended once, and the payment continues by itself', async ({
  customer,
  request,
}) => {
  const { page } = customer
  await goToPayment(page, request)
  standIn.disturb(/POST .*payment_intents$/, { kind: 'fails', status: 503 })
  await pay(page, CARD)
  await expect(page.getByRole('heading', { name: 'Payment is taking longer than usual.' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Held, extended once' })).toBeVisible()
  await expect(paidHeading(page)).toBeVisible()
})

test('T-04 two tabs: one pays, the other one stops, and an unknown link charges nothing @long', async ({
  customer,
  request,
}) => {
  const { page, context } = customer
  await goToPayment(page, request)
  const other = await context.newPage()
  await serveStripe(other, () => standIn)
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'This order is open in another tab.' })).toBeVisible()
  await check(other, 'an order that is open in another tab')
  await other.getByRole('button', { name: 'Continue here' }).click()
  await expect(page.getByRole('heading', { name: 'This order is open in another tab.' })).toBeVisible()
  await pay(other, CARD)
  await expect(paidHeading(other)).toBeVisible()
  await page.getByRole('button', { name: 'Check status' }).click()
  await expect(page.getByRole('heading', { name: 'This order is already paid.' })).toBeVisible()
  await page.goto('/pay/stripe/b2b_nothing?payment_intent=pi_1&redirect_status=succeeded')
  await expect(page.getByRole('heading', { name: 'We can’t match this link to a payment.' })).toBeVisible()
  await expect(page.getByText('pi_1')).toBeHidden()
  await check(page, 'an unknown payment')
})

test('T-04 a wallet pays, and no other page has anything of Stripe @long', async ({ customer, request }) => {
  const { page } = customer
  await page.goto('/events')
  await page.evaluate(() => localStorage.setItem('wallet', 'Apple Pay'))
  const { requested } = await goToPayment(page, request, 2)
  await expect(page.getByRole('button', { name: 'Apple Pay' })).toBeVisible()
  expect(requested.length).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Events' }).first().click()
  await expect(page).toHaveURL('/events')
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false)
  const policy = (await request.get('/events')).headers()
  expect(`${policy['content-security-policy']} ${policy['permissions-policy']}`).not.toContain('stripe')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Apple Pay' }).click()
  await expect(paidHeading(page)).toBeVisible()
})

test('T-04 a form that doesn’t load says so, keeps the hold and can be tried again @long', async ({
  customer,
  request,
}) => {
  const { page } = customer
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await hold(page, await findEvent(request, 'Night Bus to Nowhere'), { 'General Admission': 1 })
  await openPayment(page)
  await expect(page.getByRole('alert')).toContainText('The payment form didn’t load.')
  await check(page, 'a form that did not load')
  await page.unroute('https://js.stripe.com/**')
  await serveStripe(page, () => standIn)
  await page.getByRole('button', { name: 'Try again' }).click()
  await pay(page, CARD)
  await expect(paidHeading(page)).toBeVisible()
})

test('R-07 T-04 a refund goes to Stripe, and a dispute reaches an admin with its deadline @long', async ({
  customer,
  request,
  enterAs,
  site,
}) => {
  const { page } = customer
  const { orderId } = await goToPayment(page, request, 2)
  const reference = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await pay(page, CARD)
  await expect(paidHeading(page)).toBeVisible()
  standIn.takeWebhooks()

  // The organizer lets ticket holders refund their tickets themselves.
  await withDatabase(
    (ask) =>
      ask(
        `update events set refundable_until = now() + interval '1 day'
         where id = (select event_id from orders where id = $1)`,
        [orderId],
      ),
    site.dataDir,
  )
  const tickets: { tickets: { id: string }[] } = await (
    await page.request.get(`/api/v1/orders/${orderId}/refundable`)
  ).json()
  const refund = await page.request.post(`/api/v1/orders/${orderId}/give-back`, {
    data: { ticketIds: tickets.tickets.slice(0, 1).map(({ id }) => id) },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(refund.status(), await refund.text()).toBe(200)
  await expect.poll(() => standIn.readMoney(reference)).toEqual({ received: 5280, refunded: 2640 })
  await page.goto(`/checkout/${orderId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Your refund is on its way.' })).toBeVisible()
  await expect(page.getByText(/^£26\.40 goes to your Visa ending 4242\./)).toBeVisible()
  await check(page, 'an order with a refund')

  standIn.openDispute(reference, 'product_not_received')
  for (const { body, headers } of standIn.takeWebhooks())
    expect((await request.post('/api/webhooks/stripe', { headers, data: body })).status()).toBe(200)
  const admin = await enterAs('admin')
  await admin.page.goto('/admin/payments')
  await expect
    .poll(async () => {
      await admin.page.reload()
      return admin.page
        .getByRole('table', { name: /dispute/i })
        .getByText('Night Bus to Nowhere')
        .count()
    })
    .toBe(1)
  await check(admin.page, 'the payments of the admin panel')
  await admin.page.getByRole('searchbox', { name: 'Search payments' }).fill(reference)
  await admin.page.getByRole('link', { name: /^OR-/ }).first().click()
  await admin.page.getByRole('button', { name: 'Check at Stripe' }).click()
  await expect(admin.page.getByText(/approved|paid/i).first()).toBeVisible()
  await check(admin.page, 'one payment in the admin panel')
})

test('R-07 T-04 the organizer submits the evidence of a dispute with a note @long', async ({
  customer,
  request,
  enterAs,
}) => {
  const { page } = customer
  const { orderId } = await goToPayment(page, request)
  const reference = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await pay(page, CARD)
  await expect(paidHeading(page)).toBeVisible()
  standIn.takeWebhooks()
  const { id } = standIn.openDispute(reference, 'product_not_received')
  for (const { body, headers } of standIn.takeWebhooks())
    expect((await request.post('/api/webhooks/stripe', { headers, data: body })).status()).toBe(200)

  const { page: organizer } = await enterAs('mara')
  const { orderNumber }: { orderNumber: string } = await (
    await page.request.get(`/api/v1/orders/${orderId}`)
  ).json()
  await expect.poll(async () => (await organizer.request.get(`/api/v1/disputes/${id}`)).status()).toBe(200)
  const event = await findEvent(request, 'Night Bus to Nowhere')
  await organizer.goto(`/dashboard/events/${event.id}/analytics`)
  await organizer.locator(`a[href="/dashboard/disputes/${id}"]`).click()
  await expect(organizer.getByRole('heading', { level: 1, name: /^Dispute over £/ })).toBeVisible()
  await expect(organizer.getByRole('region', { name: 'Evidence' })).toContainText(orderNumber)
  await check(organizer, 'an open dispute')
  await organizer.getByRole('textbox', { name: /Add a note/ }).fill('They danced until the end.')
  await organizer.getByRole('button', { name: 'What the bank receives' }).click()
  await expect(organizer.getByRole('dialog')).toContainText('They danced until the end.')
  await check(organizer, 'what the bank receives')
  await organizer.keyboard.press('Escape')
  await organizer.getByRole('button', { name: 'Submit evidence' }).click()
  await expect(organizer.getByText(/^Evidence submitted on/)).toBeVisible()
  await expect(organizer.getByRole('button', { name: /^(Submit|Accept)/ })).toBeHidden()
  await check(organizer, 'a submitted dispute')
  const sent = standIn.calls.find(
    ({ path, parameters }) => path === `/v1/disputes/${id}` && parameters['submit'] === 'true',
  )
  expect(sent?.parameters['evidence']).toMatchObject({ uncategorized_text: 'They danced until the end.' })
})
