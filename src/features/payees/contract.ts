import { z } from 'zod'
import { defineCalls, instant } from '~/platform/rpc/contract'
import { REQUIREMENT_KINDS, URGENCIES } from './rules/requirement'

const own = defineCalls('payees', 'member')

export const payee = z.object({
  status: z.enum(['in_progress', 'connected', 'restricted']),
  bank: z
    .object({
      name: z.string().nullable(),
      last4: z.string(),
      /** ISO 3166 country code, such as `DE`. */
      country: z.string().nullable(),
      /** ISO 4217 currency code, such as `EUR`. */
      currency: z.string().nullable(),
    })
    .nullable(),
  /** The provider's requirements, most urgent first. A requirement without a date must be met now. */
  requirements: z.array(
    z.object({ kind: z.enum(REQUIREMENT_KINDS), urgency: z.enum(URGENCIES), dueAt: instant.nullable() }),
  ),
  /** The time of the provider's last report about the account; null before the first report. */
  checkedAt: instant.nullable(),
  connectedAt: instant.nullable(),
  /** The time from which the account can be disconnected; null if it can be now. */
  disconnectFrom: instant.nullable(),
})
export type Payee = z.output<typeof payee>

export const payouts = z.object({
  /** The configured provider. `none` means that payouts are not available on this site. */
  provider: z.enum(['sandbox', 'stripe', 'none']),
  /** Null if the person has no payout account. */
  payee: payee.nullable(),
})
export type Payouts = z.output<typeof payouts>

export const sandboxSetup = z.enum(['complete', 'unfinished', 'tax_number_needed'])
const account = z.string().max(100)
/**
 * The provider's page leads back to the editor of the event with this id. Without an id, it leads back to the
 * settings.
 */
const returnPlace = { eventId: z.uuid().toLowerCase().optional() }
const notAvailable = { NOT_AVAILABLE: { status: 409, message: 'Payouts aren’t available on this site.' } }
const unavailable = {
  STRIPE_UNAVAILABLE: { status: 503, message: 'Stripe can’t be reached. Try again in a minute.' },
}
const accountNotFound = { NOT_FOUND: { status: 404, message: 'Account not found.' } }

export const payeesContract = {
  payouts: {
    get: own('GET', '/payouts', 'Your payout account, as the provider last reported it').output(payouts),
    connect: own(
      'POST',
      '/payouts/connect',
      'Create your payout account or continue its setup. Returns the address of the provider’s page.',
    )
      .errors({
        ...notAvailable,
        ...unavailable,
        DISCONNECTED: {
          status: 409,
          message: 'Your account was disconnected. Connect it again.',
        },
      })
      .input(z.object(returnPlace))
      .output(z.object({ redirectUrl: z.string() })),
    refresh: own('POST', '/payouts/refresh', 'Read your payout account from the provider again')
      .errors(unavailable)
      .output(payouts),
    disconnect: own('DELETE', '/payouts', 'Disconnect your payout account')
      .errors({
        ...unavailable,
        PAID_RECENTLY: {
          status: 409,
          message:
            'You were paid in the last 120 days. Refunds and disputes are still deducted from this account, so it stays connected.',
        },
        ACCOUNT_IN_USE: {
          status: 409,
          message:
            'Your account can’t be disconnected while it has a balance. Try again after the provider has paid your bank.',
        },
      })
      .output(payouts),
  },

  // The page /payouts/sandbox/{account}, with which the sandbox replaces the page of a real provider.
  sandbox: {
    get: own('GET', '/payouts/sandbox/{account}', 'Get your sandbox account')
      .errors(accountNotFound)
      .input(z.object({ account }))
      .output(z.object({ setup: sandboxSetup.nullable() })),
    choose: own('POST', '/payouts/sandbox/{account}', 'Choose the state of your sandbox account')
      .errors(accountNotFound)
      .input(z.object({ account, setup: sandboxSetup, ...returnPlace }))
      .output(z.object({ returnUrl: z.string() })),
  },
}
