import { startStripeStandIn } from '~tests/support/stripe/stand-in'
import { sendJson, serveBare } from './bare-server'

/** Stripe's rate limit with test keys, and its response time. */
export const TEST_MODE = { callsPerSecond: 25, latencyMs: 150 }

/** Two stand-ins of Stripe: one with the limit and the delay of test mode, one without. */
export type StandInName = 'limited' | 'unlimited'

export interface StandInState {
  port: number
  calls: number
  refused: number
}

/** Runs a stand-in for Stripe for each side in this process; `GET /{name}` returns a StandInState, `POST /{name}` pays with a valid card. */
export function serveStripe(): void {
  const standIns = {
    limited: startStripeStandIn(TEST_MODE),
    unlimited: startStripeStandIn(),
  }
  const createRoutes = (name: StandInName) => ({
    [`GET /${name}`]: async (_request: unknown, response: Parameters<typeof sendJson>[0]) => {
      const { address, calls, countRefused } = await standIns[name]
      const state = {
        port: address.port,
        calls: calls.length,
        refused: countRefused(),
      } satisfies StandInState
      sendJson(response, JSON.stringify(state))
    },
    [`POST /${name}`]: async (_request: unknown, response: Parameters<typeof sendJson>[0], body: string) => {
      const { reference } = JSON.parse(body) as { reference: string }
      const standIn = await standIns[name]
      standIn.confirm(reference, 'pm_card_visa')
      sendJson(response, '{}')
    },
  })
  serveBare(() => ({ ...createRoutes('limited'), ...createRoutes('unlimited') }))
}
