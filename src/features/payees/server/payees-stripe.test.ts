import { expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import { openShop } from '~tests/support/shop'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'
import { canBePaid, refreshAccount } from './public'
import { callPayees, insertMember } from './testing-payees'

const { db } = await openShop()

async function open() {
  const { payments, standIn } = await createStripeShop(db)
  const { payees } = payments
  const userId = await insertMember(db)
  const { payouts } = callPayees(userId, { db, payees, limits: createLimits(), now: () => new Date() })
  return { standIn, payees, userId, payouts }
}

/** Creates a person who has started the setup. */
async function openAccount() {
  const shop = await open()
  await shop.payouts.connect({})
  const { account_id: accountId } = await db
    .selectFrom('payees')
    .select('account_id')
    .where('user_id', '=', shop.userId)
    .executeTakeFirstOrThrow()
  return { ...shop, accountId: accountId ?? '' }
}

const notConnected = { provider: 'stripe', payee: null }

test('a person goes through the setup at Stripe, returns, and can be paid', async () => {
  const { standIn, payees, userId, payouts, accountId } = await openAccount()
  standIn.setAccount(accountId, 'complete')
  expect(await payouts.refresh()).toMatchObject({
    provider: 'stripe',
    payee: {
      status: 'connected',
      bank: { name: 'STRIPE TEST BANK', last4: '6789', country: 'US', currency: 'USD' },
      requirements: [],
    },
  })
  expect(await canBePaid({ db, payees }, userId)).toBe(true)
  standIn.setAccount(accountId, 'tax_number_overdue')
  expect(await payouts.refresh()).toMatchObject({
    payee: { status: 'restricted', requirements: [{ kind: 'tax_number', urgency: 'overdue' }] },
  })
  expect(await canBePaid({ db, payees }, userId)).toBe(false)
})

test('a person whose payouts are paused at Stripe is notified, once', async () => {
  const { standIn, payees, userId, accountId } = await openAccount()
  const jobs = { enqueue: async () => {} }
  const live = { publish: () => {} }
  const report = () => refreshAccount({ db, payees, jobs, live, now: () => new Date() }, accountId)
  const listNotified = async () =>
    (
      await db
        .selectFrom('notifications')
        .select('facts')
        .where('user_id', '=', userId)
        .where('kind', '=', 'payouts_paused')
        .orderBy('id')
        .execute()
    ).map(({ facts }) => facts)
  await report()
  standIn.setAccount(accountId, 'complete')
  await report()
  expect(await listNotified(), 'before it was paused').toEqual([])
  standIn.setAccount(accountId, 'tax_number_overdue')
  await Promise.all([report(), report()])
  await report()
  expect(await listNotified()).toEqual([{ isClosed: false }])
  standIn.setAccount(accountId, 'complete')
  await report()
  standIn.closeAccount(accountId)
  await report()
  await report()
  expect(await listNotified(), 'after it was closed').toEqual([{ isClosed: false }, { isClosed: true }])
})

test('if Stripe can’t be reached, each call returns an error and can be repeated', async () => {
  const { standIn, payouts } = await open()
  const unavailable = { status: 503, code: 'STRIPE_UNAVAILABLE' }
  standIn.disturb(/POST .*accounts/, { kind: 'loses_response' })
  await expect(payouts.connect({})).rejects.toMatchObject(unavailable)
  standIn.disturb(/POST .*account_links/, { kind: 'fails', status: 500 })
  await expect(payouts.connect({})).rejects.toMatchObject(unavailable)
  await payouts.connect({})
  expect(new Set(standIn.calls.map(({ parameters }) => parameters['account']).filter(Boolean)).size).toBe(1)
  standIn.disturb(/GET .*accounts/, { kind: 'fails', status: 500 })
  await expect(payouts.refresh()).rejects.toMatchObject(unavailable)
  expect(await payouts.refresh()).toMatchObject({ payee: { status: 'in_progress' } })
  standIn.disturb(/DELETE .*accounts/, { kind: 'loses_response' })
  await expect(payouts.disconnect()).rejects.toMatchObject(unavailable)
  expect(await payouts.disconnect()).toEqual(notConnected)
})

test('an account with a balance can’t be disconnected', async () => {
  const { standIn, payees, payouts, accountId } = await openAccount()
  standIn.setAccount(accountId, 'complete')
  await payouts.refresh()
  const transfer = { transferId: crypto.randomUUID(), accountId, amountCents: 4000, currency: 'USD' }
  await payees.transfer({ ...transfer, isRepeat: false })
  await expect(payouts.disconnect()).rejects.toMatchObject({ status: 409, code: 'ACCOUNT_IN_USE' })
  expect(await payouts.get()).toMatchObject({ payee: { status: 'connected' } })
})

test('a person whose account was closed at Stripe can connect another one', async () => {
  const { standIn, payouts, accountId } = await openAccount()
  standIn.closeAccount(accountId)
  await expect(payouts.connect({})).rejects.toMatchObject({ status: 409, code: 'DISCONNECTED' })
  const { redirectUrl } = await payouts.connect({})
  expect(redirectUrl).not.toContain(accountId)
  standIn.closeAccount(redirectUrl.split('/').find((part) => part.startsWith('acct_')) ?? '')
  expect(await payouts.refresh()).toEqual(notConnected)
})

test('limits how often a person can connect or refresh their account', async () => {
  const { payouts } = await openAccount()
  for (let call = 1; call < 20; call += 1) await payouts.refresh()
  await expect(payouts.refresh()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(payouts.connect({})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await payouts.get()).toMatchObject({ payee: { status: 'in_progress' } })
})

test('payouts are not available until the site has signed up for Stripe Connect', async () => {
  const { standIn, payouts } = await open()
  standIn.setConnect('off')
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(payouts.connect({})).rejects.toMatchObject({ status: 409, code: 'NOT_AVAILABLE' })
  standIn.setConnect('on')
  await payouts.connect({})
  expect(await payouts.get()).toMatchObject({ payee: { status: 'in_progress' } })
})
