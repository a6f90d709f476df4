import type { Database } from '~/database/connect'
import { bookingsCalls } from '~/features/bookings/server/calls'
import { registerBookingJobs } from '~/features/bookings/server/jobs'
import { chatCalls } from '~/features/chat/server/calls'
import type { Chat } from '~/features/chat/server/create-chat'
import { registerChatJobs } from '~/features/chat/server/stream/trim'
import type { createPublicEvents } from '~/features/events/server/public-events'
import { eventsCalls } from '~/features/events/server/calls'
import { createEventImageRoutes } from '~/features/events/server/image/routes'
import { registerEventJobs } from '~/features/events/server/jobs'
import { createNumbersExportRoute } from '~/features/events/server/numbers/csv-route'
import { identityCalls } from '~/features/identity/server/calls'
import { registerIdentityJobs } from '~/features/identity/server/jobs'
import { apiKeysCalls } from '~/features/api-keys/server/calls'
import { accountCalls } from '~/features/account/server/calls'
import { createExportRoute } from '~/features/account/server/export/download-route'
import { registerAccountJobs } from '~/features/account/server/jobs'
import { createSecurityCsvRoutes } from '~/features/identity/server/security-log/csv-routes'
import { createAuthServiceRoutes } from '~/features/identity/server/auth-service/auth-service-route'
import type { Sms } from '~/features/identity/server/email-and-sms/sms'
import type { AccessTokens } from '~/features/identity/server/tokens/access-token'
import type { SigningKeys } from '~/features/identity/server/tokens/signing-keys'
import { createAccountPort } from '~/features/administration/server/account-port'
import { createAuditExportRoute } from '~/features/administration/server/audit/export-entries'
import { createLedgerExportRoute } from '~/features/administration/server/payments/export-ledger'
import { administrationCalls } from '~/features/administration/server/calls'
import { registerAdministrationJobs } from '~/features/administration/server/jobs'
import { createUserExportRoute } from '~/features/administration/server/users/export-users'
import type { Tallies } from '~/features/administration/server/cached-counts'
import { invitationsCalls } from '~/features/invitations/server/calls'
import { createInvitationCsvRoutes } from '~/features/invitations/server/csv-routes'
import { invoicesCalls } from '~/features/invoices/server/calls'
import { registerInvoiceJobs } from '~/features/invoices/server/jobs'
import { registerInvitationJobs } from '~/features/invitations/server/jobs'
import type { InvitationTallies } from '~/features/invitations/server/invitation-counts'
import { settlementsCalls } from '~/features/settlements/server/calls'
import { registerSettlementJobs } from '~/features/settlements/server/jobs'
import { createMoneyCsvRoute } from '~/features/settlements/server/statement/csv-route'
import { createStatementRoute } from '~/features/settlements/server/statement/statement-route'
import { createYearCsvRoute } from '~/features/settlements/server/statement/year-route'
import { settingsCalls } from '~/features/settings/server/calls'
import type { SettingsSource } from '~/features/settings/server/public'
import { checkInCalls } from '~/features/check-in/server/calls'
import { ordersCalls } from '~/features/orders/server/calls'
import { registerOrderJobs } from '~/features/orders/server/jobs'
import { ticketsCalls } from '~/features/tickets/server/calls'
import { registerTicketJobs } from '~/features/tickets/server/jobs'
import type { EventBookings } from '~/features/tickets/server/event-changes/event-bookings'
import type { CheckInQueue } from '~/features/check-in/server/create-check-in-queue'
import { createAttendeesRoute } from '~/features/tickets/server/attendees/export-attendees'
import { createGuestsRoute } from '~/features/tickets/server/attendees/export-guests'
import { createStripeWebhookRoute } from '~/features/orders/server/payments/stripe/webhooks/webhook-route'
import { createStockRoute } from '~/features/orders/server/stock-route'
import type { PaymentPort } from '~/features/orders/server/payments/payment-port'
import type { Sales } from '~/features/orders/server/sales'
import { registerAvatarJobs } from '~/features/members/server/avatar/jobs'
import { createAvatarRoutes } from '~/features/members/server/avatar/routes'
import { notificationsCalls } from '~/features/notifications/server/calls'
import { registerNotificationsJobs } from '~/features/notifications/server/jobs'
import { createUnsubscribeRoute } from '~/features/notifications/server/unsubscribe-route'
import { payeesCalls } from '~/features/payees/server/calls'
import type { PayeePort } from '~/features/payees/server/payee-port'
import { membersCalls } from '~/features/members/server/calls'
import { networkCalls } from '~/features/network/server/calls'
import { webhooksCalls } from '~/features/webhooks/server/calls'
import type { Sender } from '~/features/webhooks/server/create-sender'
import { registerWebhookJobs } from '~/features/webhooks/server/jobs'
import type { Configuration } from '~/platform/config/configuration'
import { createClientErrorsRoute } from '~/platform/http/client-errors'
import { createCspReportRoute } from '~/platform/http/csp-report'
import type { RawRoute } from '~/platform/http/raw-routes'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { LiveStreams } from '~/platform/live/streams'
import type { Logger } from '~/platform/log/log'
import type { Mailer } from '~/platform/email/mailer'
import { createMediaRoute } from '~/platform/storage/media-route'
import type { MediaStorage } from '~/platform/storage/media-storage'

/** Created once per process and passed to every call and job. */
export interface Services {
  config: Configuration
  secret: string
  db: Database
  log: Logger
  mailer: Mailer
  jobs: Jobs
  limits: Limits
  live: Live
  storage: MediaStorage
  payments: PaymentPort
  payees: PayeePort | undefined
  sales: Sales
  checkIns: CheckInQueue
  eventBookings: EventBookings
  chat: Chat
  webhookSender: Sender
  settings: SettingsSource
  publicEvents: ReturnType<typeof createPublicEvents>
  tallies: Tallies
  invitationTallies: InvitationTallies
  signingKeys: SigningKeys
  accessTokens: AccessTokens
  findTransferEmail: (token: string) => Promise<string | undefined>
  sms: Sms
  providerPatienceMs: number
}

// The API calls of all features.
export const calls = {
  settings: settingsCalls,
  identity: identityCalls,
  invitations: invitationsCalls,
  notifications: notificationsCalls,
  payees: payeesCalls,
  members: membersCalls,
  network: networkCalls,
  events: eventsCalls,
  orders: ordersCalls,
  bookings: bookingsCalls,
  tickets: ticketsCalls,
  invoices: invoicesCalls,
  checkIn: checkInCalls,
  chat: chatCalls,
  settlements: settlementsCalls,
  apiKeys: apiKeysCalls,
  webhooks: webhooksCalls,
  account: accountCalls,
  administration: administrationCalls,
}

// The features without stock, money or permissions. Their calls can declare that they read from the database replica.
export const replicaFeatures = ['events', 'members', 'network', 'bookings'] as const

// Registers the background jobs of all features.
export function registerJobs(services: Services): void {
  registerIdentityJobs(services)
  registerInvitationJobs(services)
  registerAvatarJobs(services)
  registerNotificationsJobs(services)
  registerEventJobs({ ...services, publicUrl: services.config.publicUrl })
  registerOrderJobs({ ...services, publicUrl: services.config.publicUrl })
  registerSettlementJobs(services)
  registerTicketJobs({ ...services, publicUrl: services.config.publicUrl })
  registerInvoiceJobs(services)
  registerBookingJobs(services)
  registerChatJobs(services)
  registerWebhookJobs(services)
  registerAccountJobs(services)
  registerAdministrationJobs(services)
}

// Returns the raw routes of all features, which are neither calls nor pages.
export function createRawRoutes(services: Services, streams: LiveStreams): RawRoute[] {
  return [
    streams.route,
    ...createAuthServiceRoutes({ ...services, accountPort: createAccountPort(services) }),
    createUnsubscribeRoute(services),
    createMediaRoute(services.storage),
    ...createAvatarRoutes(services),
    ...createEventImageRoutes(services),
    createNumbersExportRoute(services),
    ...createInvitationCsvRoutes(services),
    createExportRoute(services),
    createAuditExportRoute(services),
    createLedgerExportRoute(services),
    ...createSecurityCsvRoutes(services),
    createUserExportRoute(services),
    createAttendeesRoute(services),
    createGuestsRoute(services),
    createMoneyCsvRoute(services),
    createStatementRoute(services),
    createYearCsvRoute(services),
    createStockRoute(services),
    createStripeWebhookRoute(services),
    createClientErrorsRoute(services),
    createCspReportRoute(services),
  ]
}
