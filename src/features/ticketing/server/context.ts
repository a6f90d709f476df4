import type { Database } from '~/database/connect'
import type { CaptchaContext } from '~/features/identity/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/mail/mailer'
import type { Limits } from '~/platform/limits/limits'
import type { CallContext } from '~/platform/rpc/context'
import type { EventBookings } from './night/event-bookings'
import type { Doors } from './door/create-doors'
import type { PaymentPort } from './payments/port'
import type { Sales } from './sales'

/** What ticketing's calls need, made once per process. */
export interface TicketingServices {
  db: Database
  payments: PaymentPort
  sales: Sales
  settings: Pick<SettingsSource, 'read'>
}

/** What the mails to customers need: they are written outside any call. */
export interface MailServices {
  db: Database
  mail: Mailer
  settings: Pick<SettingsSource, 'read'>
  /** Without a slash at its end. */
  publicUrl: string
}

export type Context = CallContext &
  TicketingServices & {
    doors: Doors
    eventBookings: EventBookings
    limits: Limits
    jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
    live: Pick<Live, 'publish'>
    /** Signs the links of tickets that are passed on. */
    secret: string
    config: CaptchaContext['config']
  }
