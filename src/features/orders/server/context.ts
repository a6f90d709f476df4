import type { Database } from '~/database/connect'
import type { CaptchaContext } from '~/features/identity/server/public'
import type { PayeePort } from '~/features/payees/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/email/mailer'
import type { Limits } from '~/platform/limits/limits'
import type { CallContext } from '~/platform/rpc/context'
import type { PaymentPort } from './payments/payment-port'
import type { Sales } from './sales'

export interface OrderServices {
  db: Database
  payments: PaymentPort
  sales: Sales
  settings: Pick<SettingsSource, 'read'>
}

/** Dependencies of customer emails, which are written outside of requests. */
export interface EmailServices {
  db: Database
  mailer: Mailer
  settings: Pick<SettingsSource, 'read'>
  publicUrl: string
}

/** The check-in devices of an event. The check-in feature implements it and `app.ts` connects the two. */
export interface CheckInPhones {
  /** Notifies devices that the event's check-in list changed; they read it again within a second. */
  notify(eventId: string): void
}

export type Context = CallContext &
  OrderServices & {
    checkIns: CheckInPhones
    /** Undefined if payouts are not available. */
    payees: PayeePort | undefined
    limits: Limits
    jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
    live: Pick<Live, 'publish'>
    config: CaptchaContext['config']
  }
