import type { Database } from '~/database/connect'
import type { ServingDatabase } from '~/database/open-database'
import { createKeyFinder } from '~/features/api-keys/server/find-key'
import { createMcpRoute } from '~/features/api-keys/server/mcp/mcp-route'
import { changeEventBookings, listEventBookings } from '~/features/bookings/server/public'
import { createChat } from '~/features/chat/server/create-chat'
import {
  createCallerResolver,
  reencryptStoredSecrets,
  SESSION_COOKIE,
} from '~/features/identity/server/public'
import { getNetworkLimits } from '~/features/identity/server/limits/send-limits'
import { createSms } from '~/features/identity/server/email-and-sms/create-sms'
import { createTokens } from '~/features/identity/server/tokens/access-token'
import { PROVIDER_PATIENCE_MS } from '~/features/identity/server/providers/provider-errors'
import { createPublicEvents } from '~/features/events/server/public-events'
import { createOperatorGauges } from '~/features/administration/server/metrics/operator-gauges'
import { createCachedCounts } from '~/features/administration/server/cached-counts'
import { createInvitationTallies } from '~/features/invitations/server/invitation-counts'
import { createSettingsSource, getSender } from '~/features/settings/server/public'
import { listCaptchaOrigins } from '~/features/identity/rules/captcha-origins'
import { isCheckInPath } from '~/features/check-in/rules/check-in-path'
import { createCheckInQueue } from '~/features/check-in/server/create-check-in-queue'
import { findStripeOrigins } from '~/features/orders/rules/stripe-origins'
import { createPayments } from '~/features/orders/server/payments/create-payments'
import { isStripe } from '~/features/orders/server/payments/stripe/stripe-payments'
import { createPayees } from '~/features/payees/server/create-payees'
import { findTransferEmail } from '~/features/tickets/server/public'
import { createBookingSettler } from '~/features/orders/server/booking-payments/settle-booking-payment'
import { createSales } from '~/features/orders/server/sales'
import { WEBHOOK_MESSAGES } from '~/features/webhooks/contract-messages'
import { createSender } from '~/features/webhooks/server/create-sender'
import { reencryptWebhookSecrets } from '~/features/webhooks/server/reencrypt-secrets'
import type { Configuration } from '~/platform/config/configuration'
import { createFetchHandler } from '~/platform/http/fetch-handler'
import { type BoundPort, startHttpServer } from '~/platform/http/listen'
import { createMetrics } from '~/platform/http/metrics'
import { createPages } from '~/platform/http/pages'
import { guardRawRoute } from '~/platform/http/guard-raw-route'
import { createScope, findScope, type RequestScope } from '~/platform/http/request-scope'
import { createHttpServer, drainServer } from '~/platform/http/server'
import { indexStaticFiles } from '~/platform/http/static-files'
import { createSystemHandler } from '~/platform/http/system-routes'
import { createJobs } from '~/platform/jobs/jobs'
import { createLimits } from '~/platform/limits/limits'
import { createLive } from '~/platform/live/live'
import { createLiveStreams } from '~/platform/live/streams'
import type { Logger } from '~/platform/log/log'
import { createMailbox } from '~/platform/email/mailbox'
import { createMailer } from '~/platform/email/mailer'
import { connectRedis } from '~/platform/redis/connect-redis'
import { isMember } from '~/platform/rpc/access'
import type { CallContext } from '~/platform/rpc/context'
import { registerLink } from '~/platform/rpc/link'
import { registerPageRequestFinder } from '~/platform/rpc/page-request'
import { registerCallRoutes } from '~/platform/rpc/server/call-routes'
import { createFetchApi, createNodeApi } from '~/platform/rpc/server/handlers'
import { createInProcessLink } from '~/platform/rpc/server/in-process-link'
import { createOpenApiDocument } from '~/platform/rpc/server/openapi'
import { listReplicaCalls } from '~/platform/rpc/server/replica-calls'
import { createStorage } from '~/platform/storage/create-storage'
import { canReadReplica, createRecentWriteCookie } from '~/platform/rpc/recent-write'
import { calls, createRawRoutes, registerJobs, replicaFeatures, type Services } from './feature-registry'

/**
 * Returns whether a page is identical for all signed-out visitors, so that its response can be cached for two seconds.
 */
function isCacheablePath(path: string): boolean {
  return /^\/(?:events|events\/[^/.]+|discover|dj\/[^/]+)?$/.test(path)
}

export interface AppOptions {
  config: Configuration
  secret: string
  log: Logger
  database: {
    db: Database
    /** Pool for session lookups and ticket sales. Default: `db`. */
    priorityDb?: Database
    /** Pool for jobs. Default: `db`. */
    backgroundDb?: Database
    /** Returns the pool of the replica while it can be read. */
    findReplica?: (() => Database | undefined) | undefined
    url: string
  } & Partial<Pick<ServingDatabase, 'isAvailable' | 'measureReplicaLag' | 'poolCounts'>>
  /** Renders pages, and runs the handlers of routes without a page, such as /sitemap.xml. */
  renderPage: (request: Request) => Promise<Response> | Response
  providerPatienceMs?: number
  /** Overrides the points of rate limits by name. Tests use it to reach a limit quickly. */
  limitPoints?: Readonly<Record<string, number>>
}

/** Builds the whole application on an open, migrated database. Nothing runs before `start` or `listen`. */
export function createApp(options: AppOptions) {
  const { config, secret, log, database, providerPatienceMs = PROVIDER_PATIENCE_MS, limitPoints } = options
  const { db, priorityDb = db, backgroundDb = db, url, findReplica } = database
  const recentWriteCookie = createRecentWriteCookie(config.publicUrl.startsWith('https:'))
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, log)
  const limits = createLimits(redis, { points: { ...getNetworkLimits(config.auth), ...limitPoints } })
  const payments = createPayments({ config: config.payments, db, limits, publicUrl: config.publicUrl })
  const live = createLive({ redis, log })
  const settings = createSettingsSource({ db: priorityDb, live })
  // The demo shows emails at /dev/mail instead of sending them.
  const isEmailStored = config.isDemo && config.smtpUrl === undefined
  const jobs = createJobs({ url, log })
  const services: Services = {
    config,
    secret,
    db,
    log,
    mailer: createMailer(config, async () => getSender(await settings.read())),
    jobs,
    limits,
    live,
    storage: createStorage(config),
    payments,
    payees: isStripe(payments) ? payments.payees : createPayees(db, config),
    sales: createSales({
      db: priorityDb,
      payments,
      settings,
      bookings: createBookingSettler({ db, jobs, live }),
    }),
    checkIns: createCheckInQueue({ db, live, log }),
    eventBookings: { list: listEventBookings, change: changeEventBookings },
    chat: createChat({ db, live, log }),
    webhookSender: createSender({ config, db: backgroundDb, jobs, live, log, secret }),
    tallies: createCachedCounts({ db }),
    invitationTallies: createInvitationTallies({ db }),
    settings,
    publicEvents: createPublicEvents({ db, settings, config }),
    ...createTokens({
      db,
      secret,
      publicUrl: config.publicUrl,
      tokenSeconds: config.auth.accessTokenMinutes * 60,
    }),
    sms: createSms(config.auth, isEmailStored ? config.dataDir : undefined),
    findTransferEmail: (token) => findTransferEmail(db, token),
    providerPatienceMs,
  }
  registerJobs({ ...services, db: backgroundDb })
  let isStopping = false

  const { accessTokens } = services
  const resolveCaller = createCallerResolver({
    db: priorityDb,
    secret,
    log,
    accessTokens,
    isSecure: config.publicUrl.startsWith('https:'),
    requiresStaffTwoStep: config.security.requiresStaffTwoStep,
    limits: config.auth,
  })
  const scopeServices = { log, resolveCaller }
  const isMembersAreaOpen = async () => (await settings.read()).membersArea === 'signed_in'
  const streams = createLiveStreams({
    live,
    resolveCaller,
    feeds: [services.chat.feed],
    guests: {
      isGuest: ({ roles }) => !isMember(roles),
      canFollow: isMembersAreaOpen,
    },
  })
  settings.onChange(() => streams.endGuests())
  listReplicaCalls(calls, replicaFeatures)
  registerCallRoutes(calls)
  const createContext = async (scope: RequestScope): Promise<CallContext & Services> => ({
    ...services,
    caller: await scope.caller(),
    requestId: scope.requestId,
    ip: scope.ip,
    requestHeaders: scope.headers,
    responseHeaders: scope.responseHeaders,
    isMembersAreaOpen,
    ...(findReplica && {
      findReplica: () => {
        const replica = canReadReplica(scope.headers) ? findReplica() : undefined
        return replica && { db: replica }
      },
    }),
    noteWrite() {
      jobs.wakeIdleTasks()
      if (findReplica) scope.responseHeaders.append('set-cookie', recentWriteCookie)
    },
    now: () => new Date(),
    log: scope.log,
  })
  const findKey = createKeyFinder({ db: priorityDb, limits })
  const mcp = createMcpRoute({ calls, createContext, findKey, publicUrl: config.publicUrl })
  const raw = [...createRawRoutes(services, streams), mcp].map((route) =>
    guardRawRoute(route, isMembersAreaOpen, findReplica && recentWriteCookie),
  )
  registerLink(createInProcessLink(calls, createContext))
  registerPageRequestFinder(() => {
    const scope = findScope()
    return (
      scope && { cookie: scope.headers.get('cookie') ?? '', language: scope.language, nonce: scope.nonce }
    )
  })

  const countStreams = () => streams.count()
  const metrics = createMetrics(createOperatorGauges({ db: priorityDb, database, jobs, countStreams }))
  const system = createSystemHandler({
    metrics,
    isStopping: () => isStopping,
    checkDatabase: () => db.selectNoFrom((eb) => eb.lit(1).as('one')).execute(),
    describeCalls: () => createOpenApiDocument(calls, WEBHOOK_MESSAGES),
    mailbox: isEmailStored ? createMailbox(config.dataDir) : undefined,
    securityContact: config.security.contact,
    publicUrl: config.publicUrl,
  })

  /**
   * Starts the HTTP server, on the already bound port `bound` if given. Throws a readable Error when the port is
   * taken.
   */
  async function listen(
    clientFolder: string,
    bound?: BoundPort,
  ): Promise<{ address: string; close: () => Promise<void> }> {
    const pages = createPages({
      fetch: options.renderPage,
      publicUrl: config.publicUrl,
      isCacheablePath,
      canCompile: isCheckInPath,
      listAllowedOrigins: (path) => listCaptchaOrigins(config.auth.captcha?.kind, path),
      ...(payments.provider === 'stripe' ? { findPaymentOrigins: findStripeOrigins } : {}),
      sessionCookie: SESSION_COOKIE,
      hasEdgeCache: config.hasEdgeCache,
      createScope: (headers) => createScope({ requestId: 'shared', ip: '', headers }, scopeServices),
    })
    const server = createHttpServer({
      ...config,
      checksHost: config.isDemo,
      isOnlyMonitored: config.role === 'jobs',
      log,
      metrics,
      files: indexStaticFiles(clientFolder),
      api: createNodeApi(calls, createContext, findKey),
      system,
      raw,
      pages,
      resolveCaller,
      isStopping: () => isStopping,
    })
    const address = await startHttpServer(server, { ...config, bound })
    const close = async () => {
      const drained = drainServer(server)
      // Closes the live streams, which would otherwise delay the shutdown until its timeout. If a proxy now sends
      // requests to other processes, the tabs move their streams to those processes.
      if (config.drainSeconds > 0) await streams.move()
      else streams.end()
      await drained
    }
    return { address, close }
  }

  return {
    services,
    metrics,
    /** Routes that are neither pages nor calls. Each checks its own access and sets its own cache headers. */
    raw,
    listen,
    /** Handles requests as the server of `listen` does. Used by `vite dev`, which has its own HTTP server. */
    fetch: createFetchHandler({
      ...config,
      log,
      resolveCaller,
      system,
      api: createFetchApi(calls, createContext, findKey),
      raw,
      renderPage: options.renderPage,
    }),
    start: async () => {
      await reencryptStoredSecrets({ db, secret })
      await reencryptWebhookSecrets({ db, secret })
      await services.jobs.start(config.role !== 'web')
    },
    beginStop() {
      isStopping = true
    },
    /** Call after the last request: ends running jobs and connections, but leaves the database open. */
    async stop(): Promise<void> {
      isStopping = true
      await services.jobs.stop()
      await services.webhookSender.stop()
      await services.mailer.close()
      // Ends the streams of `vite dev`, which outlive this app. In production they have already ended.
      streams.end()
      services.chat.close()
      await services.live.close()
      services.storage.close()
      redis?.disconnect()
    },
  }
}
