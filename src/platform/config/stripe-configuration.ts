import { z } from 'zod'

export interface StripeConfiguration {
  secretKey: string
  /** For the payment page in the browser; not a secret. */
  publishableKey: string
  /** Secrets that sign the webhooks: one for each of two endpoints, or two for each during a rotation. */
  webhookSecrets: readonly string[]
  /** Whether the keys move real money. */
  isLive: boolean
  /** A stand-in for Stripe on this machine; undefined for Stripe itself. */
  api: { protocol: 'http'; host: string; port: number } | undefined
}

/** The variables of Stripe; configuration.ts reads them with all others. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: [
    z
      .string()
      .regex(/^[sr]k_(?:test|live)_\w+$/)
      .optional(),
    'a secret or restricted key of Stripe, such as sk_test_…',
  ],
  STRIPE_PUBLISHABLE_KEY: [
    z
      .string()
      .regex(/^pk_(?:test|live)_\w+$/)
      .optional(),
    'a publishable key of Stripe, such as pk_test_…',
  ],
  STRIPE_WEBHOOK_SECRET: [
    z
      .string()
      .transform((text) => text.split(/[\s,]+/))
      .pipe(z.array(z.string().regex(/^whsec_\w+$/)).max(4))
      .optional(),
    'a signing secret of a webhook endpoint such as whsec_…, or up to four separated by commas',
  ],
  STRIPE_API: [
    z
      .string()
      .regex(/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/)
      .optional(),
    'an http address with a port on this machine, such as http://127.0.0.1:12111',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>

export type StripeValues = {
  [N in keyof typeof stripeVariables]: z.output<(typeof stripeVariables)[N][0]>
}

/** @throws Error with one sentence that names the variable, if one is missing or the keys don't belong together */
export function readStripeConfiguration(values: StripeValues): StripeConfiguration {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets,
    STRIPE_API: api,
  } = values
  if (secretKey === undefined) throw createMissingError('STRIPE_SECRET_KEY')
  if (publishableKey === undefined) throw createMissingError('STRIPE_PUBLISHABLE_KEY')
  if (webhookSecrets === undefined) throw createMissingError('STRIPE_WEBHOOK_SECRET')
  const isLive = isLiveKey(secretKey)
  if (isLive !== isLiveKey(publishableKey))
    throw new Error(
      `STRIPE_PUBLISHABLE_KEY must be a ${isLive ? 'live' : 'test'} key, because STRIPE_SECRET_KEY is one.`,
    )
  if (isLive && api !== undefined)
    throw new Error('STRIPE_API is for tests: remove it, or use test keys of Stripe.')
  return { secretKey, publishableKey, webhookSecrets, isLive, api: api === undefined ? api : parseApi(api) }
}

const isLiveKey = (key: string) => key.slice(2).startsWith('_live_')

function parseApi(text: string): NonNullable<StripeConfiguration['api']> {
  const { hostname, port } = new URL(text)
  return { protocol: 'http', host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 80) }
}

function createMissingError(name: keyof StripeValues): Error {
  return new Error(
    `${name} is missing: payments by card need all three keys of Stripe, see docs/payments.md.`,
  )
}
