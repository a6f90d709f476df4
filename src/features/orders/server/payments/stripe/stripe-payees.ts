import type { Stripe } from 'stripe'
import {
  AccountClosedError,
  AccountInUseError,
  PayeeNotReadyError,
  type PayeePort,
  PayoutsNotEnabledError,
} from '~/features/payees/server/public'
import { getReturnPath } from '~/features/payees/rules/return-path'
import { LowBalanceError } from '~/lib/payment-errors'
import { toProviderAccount } from './stripe-accounts'
import { findReplayedCall, hasStripeCode, hasStripeType } from './stripe-errors'

type Call = <Result>(run: (stripe: Stripe) => Promise<Result>) => Promise<Result>

/** Pays people out with Stripe Connect (ADR 0042): accounts with the Express dashboard, and transfers to them. */
export function createStripePayees(call: Call, publicUrl: string): PayeePort {
  const retrieve = (accountId: string) =>
    call((stripe) => stripe.accounts.retrieve(accountId)).catch((error: unknown) => {
      throw isClosed(error) ? new AccountClosedError(`${accountId} is closed`, { cause: error }) : error
    })

  return {
    provider: 'stripe',
    // Stripe recognizes the key for a day. A later repeat would create a second account; the first one stays empty.
    async createAccount(key, userId) {
      const given: Stripe.AccountCreateParams = {
        controller: {
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          stripe_dashboard: { type: 'express' },
        },
        capabilities: { transfers: { requested: true } },
        metadata: { user: userId, creation_key: key },
      }
      try {
        return (await call((stripe) => stripe.accounts.create(given, { idempotencyKey: key }))).id
      } catch (error) {
        if (!hasStripeType(error, 'StripeInvalidRequestError')) throw error
        throw new PayoutsNotEnabledError('Stripe does not let this site create payout accounts', {
          cause: error,
        })
      }
    },
    async createOnboardingLink(accountId, place) {
      const returnUrl = `${publicUrl}${getReturnPath(place)}`
      const account = await retrieve(accountId)
      const isComplete = account.details_submitted && toProviderAccount(account).requirements.length === 0
      // The setup has no page for a complete account; its owner changes the bank account in Stripe's dashboard.
      const { url } = isComplete
        ? await call((stripe) => stripe.accounts.createLoginLink(accountId))
        : await call((stripe) =>
            stripe.accountLinks.create({
              account: accountId,
              type: 'account_onboarding',
              refresh_url: returnUrl,
              return_url: returnUrl,
              collection_options: { fields: 'eventually_due', future_requirements: 'include' },
            }),
          )
      return url
    },
    readAccount: async (accountId) => toProviderAccount(await retrieve(accountId)),
    async disconnect(accountId) {
      try {
        await call((stripe) => stripe.accounts.del(accountId))
      } catch (error) {
        if (isClosed(error)) return
        if (!hasStripeType(error, 'StripeInvalidRequestError')) throw error
        throw new AccountInUseError(`Stripe does not delete ${accountId}`, { cause: error })
      }
    },
    async transfer({ transferId, accountId, amountCents, currency, isRepeat }) {
      const group = { transfer_group: transferId }
      const { data: before } = isRepeat
        ? await call((stripe) => stripe.transfers.list({ ...group, limit: 1 }))
        : { data: [] }
      const given = {
        amount: amountCents,
        currency: currency.toLowerCase(),
        destination: accountId,
        ...group,
      }
      const transfer =
        before[0] ??
        (await callOnce(transferId, {
          run: (stripe, options) => stripe.transfers.create(given, options),
          lowBalance:
            'The site’s balance at Stripe doesn’t cover this transfer yet. Add money to it in Stripe’s dashboard.',
        }))
      return transfer.id
    },
    async reverse({ reversalId, transferReference, amountCents, isRepeat }) {
      const { data: before } = isRepeat
        ? await call((stripe) => stripe.transfers.listReversals(transferReference, { limit: 100 }))
        : { data: [] }
      const given = { amount: amountCents, metadata: { reversal: reversalId } }
      const reversal =
        before.find(({ metadata }) => metadata?.['reversal'] === reversalId) ??
        (await callOnce(reversalId, {
          run: (stripe, options) => stripe.transfers.createReversal(transferReference, given, options),
          lowBalance: 'The balance of the account at Stripe doesn’t cover this reversal.',
        }))
      return reversal.id
    },
  }

  /**
   * Moves money once. For a day, Stripe returns the same error for an idempotency key, even if the cause is fixed.
   * Such an error means that no money moved, so the call is made again with a new key. The key is derived from the
   * failed call, so concurrent repeats use the same one.
   */
  async function callOnce<Result>(key: string, { run, lowBalance }: Movement<Result>): Promise<Result> {
    for (let idempotencyKey = key; ;) {
      try {
        return await call((stripe) => run(stripe, { idempotencyKey }))
      } catch (error) {
        const definite = toTransferError(error, lowBalance)
        if (definite === undefined) throw error
        const failed = findReplayedCall(error)
        if (failed === undefined) throw definite
        idempotencyKey = `${key}-after-${failed}`
      }
    }
  }
}

interface Movement<Result> {
  run: (stripe: Stripe, options: { idempotencyKey: string }) => Promise<Result>
  /** The message of the error that is thrown if the balance doesn't cover the amount. */
  lowBalance: string
}

function toTransferError(error: unknown, lowBalance: string): Error | undefined {
  if (hasStripeCode(error, 'balance_insufficient')) return new LowBalanceError(lowBalance, { cause: error })
  if (isClosed(error) || hasStripeCode(error, 'insufficient_capabilities_for_transfer'))
    return new PayeeNotReadyError('The account can’t receive transfers now.', { cause: error })
  return undefined
}

/**
 * Returns whether we have no access to an account. Stripe doesn't say whether it was deleted or belongs to another
 * platform.
 */
function isClosed(error: unknown): boolean {
  return hasStripeCode(error, 'account_invalid') || hasStripeCode(error, 'resource_missing')
}
