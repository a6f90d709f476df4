import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createShop, insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'
import type { PaymentPort } from './payment-port'

const { db } = await openShop()

interface Provider {
  payments: PaymentPort
  shop: ReturnType<typeof createShop>
  /** Pays at the provider, or tries to, as the customer. The provider doesn't report the result. */
  act: (reference: string, outcome: 'approve' | 'decline' | 'process') => Promise<void>
}

async function createSandboxProvider(): Promise<Provider> {
  const shop = createShop(db)
  return {
    payments: shop.payments,
    shop,
    async act(reference, outcome) {
      if (outcome === 'decline') await shop.as(null).sandbox.decide({ reference, decision: 'decline' })
      else await shop.as(null).sandbox.decide({ reference, decision: 'approve_later' })
      if (outcome === 'approve')
        await sql`update sandbox_answers set due_at = clock_timestamp() where reference = ${reference}`.execute(
          db,
        )
    },
  }
}

async function createStripeProvider(): Promise<Provider> {
  const { shop, payments, standIn } = await createStripeShop(db)
  const cards = {
    approve: 'pm_card_visa',
    decline: 'pm_card_visa_chargeDeclined',
    process: 'pm_bank_debit',
  } as const
  return {
    payments,
    shop,
    async act(reference, outcome) {
      const { rows } = await sql<{ cents: number }>`
        select amount_cents as cents from payments where provider_reference = ${reference}`.execute(db)
      const amountCents = rows[0]?.cents ?? 0
      await payments.createIntent({ reference, amountCents, currency: 'USD', description: 'Two tickets' })
      standIn.confirm(reference, cards[outcome])
      await sql`update payments set check_at = clock_timestamp() where provider_reference = ${reference}`.execute(
        db,
      )
    },
  }
}

describe.each([
  ['sandbox', createSandboxProvider],
  ['stripe', createStripeProvider],
])('the %s provider', (name, createProvider) => {
  async function open(quantity = 2) {
    const provider = await createProvider()
    const caller = await insertCaller(db)
    const sale = await insertSale(db, [{ total: 20 }])
    const client = provider.shop.as(caller)
    const { id, totalCents } = await client.reserve(reserveInput(sale, [quantity]))
    const { redirectUrl } = await client.startPayment({ orderId: id })
    const reference = redirectUrl.slice(redirectUrl.lastIndexOf('/') + 1)
    return { ...provider, client, orderId: id, totalCents, redirectUrl, reference }
  }

  test('gives each payment its own reference and page', async () => {
    const { payments, redirectUrl, reference, totalCents } = await open()
    expect(redirectUrl).toBe(`/pay/${name}/${reference}`)
    expect(payments.toPagePath(reference)).toBe(redirectUrl)
    expect(payments.createReference(totalCents)).not.toBe(payments.createReference(totalCents))
  })

  test('returns the current state of a payment', async () => {
    const { payments, reference, totalCents, act } = await open()
    expect(['open', undefined]).toContain((await payments.find(reference))?.status)
    await act(reference, 'decline')
    expect(await payments.find(reference)).toEqual({
      status: 'declined',
      reason: expect.stringMatching(/declined/),
    })
    await act(reference, 'process')
    expect(await payments.find(reference)).toEqual({ status: 'processing' })
    const paid = await open()
    await paid.act(paid.reference, 'approve')
    expect(await paid.payments.find(paid.reference)).toMatchObject({
      status: 'approved',
      amountCents: totalCents,
    })
    expect(await payments.find('sbx_5_nothing')).toBeUndefined()
  })

  test('lists an approved payment until it is settled and acknowledged', async () => {
    const { payments, reference, totalCents, act, shop, client, orderId } = await open()
    await act(reference, 'approve')
    const listed = await payments.listApproved(10)
    expect(listed).toContainEqual(expect.objectContaining({ reference, amountCents: totalCents }))
    await shop.sales.settle({ reference, amountCents: totalCents })
    await payments.acknowledge([reference])
    expect(await payments.listApproved(10)).not.toContainEqual(expect.objectContaining({ reference }))
    expect((await client.getOrder({ id: orderId })).status).toBe('confirmed')
  })

  test('makes a refund once, however often it is repeated', async () => {
    const { payments, reference, totalCents, act } = await open()
    await act(reference, 'approve')
    const request = { refundId: crypto.randomUUID(), reference, amountCents: totalCents }
    const first = await payments.refund({ ...request, isRepeat: false })
    for (const isRepeat of [false, true]) expect(await payments.refund({ ...request, isRepeat })).toBe(first)
  })
})
