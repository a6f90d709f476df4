import { describe, expect, test } from 'vitest'
import { LowBalanceError, ProviderUnavailableError } from '~/lib/payment-errors'
import { openShop } from '~tests/support/shop'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'
import { AccountClosedError, AccountInUseError, PayeeNotReadyError, type PayeePort } from './payee-port'
import { createSandboxPayees } from './sandbox-payees'
import { insertMember } from './testing-payees'

const { db } = await openShop()

type Setup = 'unfinished' | 'complete' | 'tax_number_overdue'
type Given = Parameters<PayeePort['transfer']>[0]

interface Provider {
  payees: PayeePort
  /** Puts an account into a state that the person's entries, or the provider's decision, would cause. */
  act: (accountId: string, setup: Setup) => Promise<void>
}

async function createSandboxProvider(): Promise<Provider> {
  return {
    payees: createSandboxPayees(db),
    async act(accountId, setup) {
      await db.deleteFrom('sandbox_payees').where('account_id', '=', accountId).execute()
      const chosen = setup === 'tax_number_overdue' ? 'tax_number_needed' : setup
      const row = { account_id: accountId, setup: chosen, chosen_at: new Date() }
      await db.insertInto('sandbox_payees').values(row).execute()
    },
  }
}

async function createStripeProvider(): Promise<Provider> {
  const { payments, standIn } = await createStripeShop(db)
  return {
    payees: payments.payees,
    act: async (accountId, setup) => standIn.setAccount(accountId, setup),
  }
}

/** Creates the payout account of a new person, with the row in payees that the sandbox needs. */
async function createAccount({ payees }: Pick<Provider, 'payees'>) {
  const [userId, key] = [await insertMember(db), crypto.randomUUID()]
  const accountId = await payees.createAccount(key, userId)
  const row = { user_id: userId, creation_key: key, provider: payees.provider, account_id: accountId }
  await db.insertInto('payees').values(row).execute()
  return { accountId, key, userId }
}

const createTransfer = (accountId: string, isRepeat = false): Given => ({
  transferId: crypto.randomUUID(),
  accountId,
  amountCents: 4000,
  currency: 'USD',
  isRepeat,
})

describe.each([
  ['sandbox', createSandboxProvider],
  ['stripe', createStripeProvider],
])('the %s provider', (name, createProvider) => {
  async function open() {
    const provider = await createProvider()
    return { ...provider, ...(await createAccount(provider)) }
  }

  test('creating an account twice with the same key creates one account', async () => {
    const { payees, key, userId, accountId } = await open()
    expect(payees.provider).toBe(name)
    expect(await payees.createAccount(key, userId)).toBe(accountId)
    expect(await payees.createAccount(crypto.randomUUID(), userId)).not.toBe(accountId)
    expect(await payees.createOnboardingLink(accountId, {})).toContain(accountId)
  })

  test('reports an account that is set up, and later restricted', async () => {
    const { payees, act, accountId } = await open()
    const started = await payees.readAccount(accountId)
    expect(started).toMatchObject({ status: 'in_progress', bank: null })
    expect(started.requirements).toContainEqual({ code: 'external_account', dueAt: null })
    await act(accountId, 'complete')
    const bank = {
      name: expect.stringMatching(/bank/i),
      last4: expect.stringMatching(/^\d{4}$/),
      country: expect.stringMatching(/^[A-Z]{2}$/),
      currency: expect.stringMatching(/^[A-Z]{3}$/),
    }
    expect(await payees.readAccount(accountId)).toEqual({ status: 'connected', bank, requirements: [] })
    await act(accountId, 'tax_number_overdue')
    const restricted = await payees.readAccount(accountId)
    expect(restricted).toEqual({
      status: 'restricted',
      bank,
      requirements: [{ code: 'individual.id_number', dueAt: expect.any(Date) }],
    })
    expect(restricted.requirements[0]?.dueAt?.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('repeating a transfer doesn’t transfer the amount again', async () => {
    const { payees, act, accountId } = await open()
    await act(accountId, 'complete')
    const transfer = createTransfer(accountId)
    const first = await payees.transfer(transfer)
    for (const isRepeat of [false, true]) expect(await payees.transfer({ ...transfer, isRepeat })).toBe(first)
    expect(await payees.transfer(createTransfer(accountId))).not.toBe(first)
  })

  test('repeating a reversal has no effect, but a transfer can have several reversals', async () => {
    const { payees, act, accountId } = await open()
    await act(accountId, 'complete')
    const transferReference = await payees.transfer(createTransfer(accountId))
    const reversal = {
      reversalId: crypto.randomUUID(),
      transferReference,
      amountCents: 1500,
      isRepeat: false,
    }
    const first = await payees.reverse(reversal)
    for (const isRepeat of [false, true]) expect(await payees.reverse({ ...reversal, isRepeat })).toBe(first)
    const second = { ...reversal, reversalId: crypto.randomUUID(), amountCents: 2500 }
    expect(await payees.reverse(second)).not.toBe(first)
  })

  test('closes an account, and closing it again is a no-op', async () => {
    const { payees, accountId } = await open()
    await payees.disconnect(accountId)
    await payees.disconnect(accountId)
  })
})

describe('stripe', () => {
  async function open(setup: Setup = 'complete') {
    const clock = { now: new Date('2026-12-01T12:00:00Z') }
    const { payments, standIn } = await createStripeShop(db, { now: () => clock.now })
    const account = await createAccount(payments)
    standIn.setAccount(account.accountId, setup)
    const listCreated = (path: RegExp) =>
      standIn.calls.filter((call) => call.method === 'POST' && path.test(call.path))
    return { clock, standIn, payees: payments.payees, ...account, listCreated }
  }

  test('creates an account that has the person’s id and can only receive transfers', async () => {
    const { listCreated, key, userId } = await open()
    expect(listCreated(/accounts$/)).toMatchObject([
      {
        idempotencyKey: key,
        parameters: {
          capabilities: { transfers: { requested: 'true' } },
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            stripe_dashboard: { type: 'express' },
          },
          metadata: { user: userId, creation_key: key },
        },
      },
    ])
  })

  test('leads to the setup and back; once the setup is complete, leads to Stripe’s dashboard', async () => {
    const { standIn, payees, accountId, listCreated } = await open('unfinished')
    expect(await payees.createOnboardingLink(accountId, {})).toContain('/setup/')
    const address = 'https://b2b.example/dashboard/settings#payouts'
    expect(listCreated(/account_links$/)).toMatchObject([
      { parameters: { type: 'account_onboarding', refresh_url: address, return_url: address } },
    ])
    standIn.setAccount(accountId, 'tax_number_overdue')
    expect(await payees.createOnboardingLink(accountId, {})).toContain('/setup/')
    standIn.setAccount(accountId, 'complete')
    expect(await payees.createOnboardingLink(accountId, {})).toContain('/express/')
  })

  test('an account under review is restricted without requirements', async () => {
    const { standIn, payees, accountId } = await open()
    standIn.setAccount(accountId, 'under_review')
    expect(await payees.readAccount(accountId)).toMatchObject({ status: 'restricted', requirements: [] })
  })

  test.each(['an hour', 'more than a day'])(
    'a transfer whose response was lost is made once, even if it is repeated after %s',
    async (pause) => {
      const { clock, standIn, payees, accountId } = await open()
      const transfer = createTransfer(accountId)
      standIn.disturb(/POST .*transfers/, { kind: 'loses_response' })
      await expect(payees.transfer(transfer)).rejects.toThrow(ProviderUnavailableError)
      clock.now = new Date(clock.now.getTime() + (pause === 'an hour' ? 1 : 25) * 3_600_000)
      const made = await payees.transfer({ ...transfer, isRepeat: true })
      expect(standIn.listTransfers()).toMatchObject([{ id: made, amount: 4000 }])
    },
  )

  test('a reversal whose response was lost is made once, even if it is repeated a day later', async () => {
    const { clock, standIn, payees, accountId } = await open()
    const transferReference = await payees.transfer(createTransfer(accountId))
    const reversal = {
      reversalId: crypto.randomUUID(),
      transferReference,
      amountCents: 1500,
      isRepeat: false,
    }
    standIn.disturb(/POST .*reversals/, { kind: 'loses_response' })
    await expect(payees.reverse(reversal)).rejects.toThrow(ProviderUnavailableError)
    clock.now = new Date('2026-12-02T13:00:00Z')
    await payees.reverse({ ...reversal, isRepeat: true })
    expect(standIn.listTransfers()).toMatchObject([{ amount: 4000, amount_reversed: 1500 }])
  })

  test('a transfer fails while the balance is too low, and succeeds once the balance covers it', async () => {
    const { standIn, payees, accountId } = await open()
    const transfer = createTransfer(accountId)
    standIn.setBalance('empty')
    await expect(payees.transfer(transfer)).rejects.toThrow(LowBalanceError)
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(payees.transfer({ ...transfer, isRepeat: true })).rejects.toThrow(/doesn’t cover/)
    standIn.setBalance('filled')
    const repeats = [1, 2, 3].map(() => payees.transfer({ ...transfer, isRepeat: true }))
    const made = new Set(await Promise.all(repeats))
    expect(standIn.listTransfers().map(({ id }) => id)).toEqual([...made])
  })

  test('an incomplete account can’t receive transfers until its setup is complete', async () => {
    const { standIn, payees, accountId } = await open('tax_number_overdue')
    const transfer = createTransfer(accountId)
    await expect(payees.transfer(transfer)).rejects.toThrow(PayeeNotReadyError)
    standIn.setAccount(accountId, 'complete')
    await payees.transfer({ ...transfer, isRepeat: true })
    expect(standIn.listTransfers()).toHaveLength(1)
  })

  test('an account with a balance can’t be closed', async () => {
    const { standIn, payees, accountId } = await open()
    await payees.transfer(createTransfer(accountId))
    await expect(payees.disconnect(accountId)).rejects.toThrow(AccountInUseError)
    standIn.closeAccount(accountId)
    await payees.disconnect(accountId)
  })

  test('reports an account that was closed at Stripe', async () => {
    const { standIn, payees, accountId } = await open()
    standIn.closeAccount(accountId)
    await expect(payees.readAccount(accountId)).rejects.toThrow(AccountClosedError)
    await expect(payees.createOnboardingLink(accountId, {})).rejects.toThrow(AccountClosedError)
    await expect(payees.transfer(createTransfer(accountId))).rejects.toThrow(PayeeNotReadyError)
  })

  test('a call that Stripe doesn’t respond to can be repeated', async () => {
    const { standIn, payees, accountId } = await open()
    standIn.disturb(/GET .*accounts/, { kind: 'fails', status: 503 })
    await expect(payees.readAccount(accountId)).rejects.toThrow(ProviderUnavailableError)
  })
})
