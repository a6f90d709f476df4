import { type AnyRouter, createRouterClient, type RouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { ordersCalls } from '~/features/orders/server/calls'
import type { Context } from '~/features/orders/server/context'
import type { PaymentPort } from '~/features/orders/server/payments/payment-port'
import { createSales } from '~/features/orders/server/sales'
import { createSettingsSource } from '~/features/settings/server/public'
import { createLimits, type Limits } from '~/platform/limits/limits'
import { createLive } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import type { Buyer } from './sale'

export type ShopClient = RouterClient<typeof ordersCalls>

/**
 * Creates the order calls in this process, without HTTP. Returns a function that creates a buyer's client; each buyer
 * has a separate network address.
 */
export function createShop(
  db: Database,
  { payments, limits = createLimits() }: { payments: PaymentPort; limits?: Limits },
): (buyer: Buyer) => ShopClient {
  const log = createLog({ level: 'warn' })
  const live = createLive({ log })
  const settings = createSettingsSource({ db, live })
  const services = {
    db,
    payments,
    settings,
    limits,
    payees: undefined,
    live,
    log,
    sales: createSales({ db, payments, settings }),
    jobs: { enqueue: async () => {}, enqueueMany: async () => {} },
    checkIns: { notify: () => {} },
    config: { auth: {} },
  }
  const router: AnyRouter = ordersCalls
  return ({ caller }) => {
    const context: Context = {
      ...services,
      caller,
      ip: findAddress(caller.id),
      requestId: 'bench',
      requestHeaders: new Headers(),
      responseHeaders: new Headers(),
      now: () => new Date(),
    }
    return createRouterClient(router, { context }) as unknown as ShopClient
  }
}

/** Returns a made-up IPv6 address per account, spread over thousands of networks. */
export function findAddress(accountId: string): string {
  return `2001:${accountId.slice(-8, -4)}:${accountId.slice(-4)}::1`
}
