import type { Database } from '~/database/connect'
import type { CaptchaContext } from '~/features/identity/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/email/mailer'
import type { Limits } from '~/platform/limits/limits'
import type { CallContext } from '~/platform/rpc/context'
import type { PaymentPort } from './payments/port'
import type { Sales } from './sales'

/** What the calls of orders need, made once per process. */
export interface OrderServices {
  db: Database
  payments: PaymentPort
  sales: Sales
  settings: Pick<SettingsSource, 'read'>
}

/** What the emails to customers need: they are written outside any call. */
export interface EmailServices {
  db: Database
  mailer: Mailer
  settings: Pick<SettingsSource, 'read'>
  /** Without a slash at its end. */
  publicUrl: string
}

/** The phones that check people in for an event; check-in implements it, `app.ts` connects the two. */
export interface CheckInPhones {
  /** Something on the event's check-in list changed: its phones read it again within a second. */
  tell(eventId: string): void
}

export type Context = CallContext &
  OrderServices & {
    checkIns: CheckInPhones
    limits: Limits
    jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
    live: Pick<Live, 'publish'>
    config: CaptchaContext['config']
  }
