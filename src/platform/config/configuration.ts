import { resolve } from 'node:path'
import { type AuthFile, NO_AUTH_FILE, readAuthFile } from './auth-file'
import type { TrustedProxies } from '../http/client-address'
import { readStorageConfiguration, type StorageConfiguration } from './storage-address'
import { readStripeConfiguration, type StripeConfiguration } from './stripe-configuration'
import { parseEnvironment, type Values } from './variables'

export type Configuration = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** Undefined for the built-in PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** PostgreSQL itself, when `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl: string | undefined
  /** A replica of the database, for reads that may be two seconds old. */
  databaseReplicaUrl: string | undefined
  /** Whether statements are prepared on each connection. */
  preparesStatements: boolean
  /** Database connections of a process for requests. Every process has a few more for sessions, sales and jobs. */
  databasePool: number
  /** Redis addresses, separated by commas for a cluster. If undefined, live messages stay within this process. */
  redisUrl: string | undefined
  /** The site's URL without a trailing slash; links in emails start with it. */
  publicUrl: string
  /** Other origins whose pages may call /api/v1 with a bearer token. */
  apiOrigins: readonly string[]
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  proxies: TrustedProxies
  /** A `web` process runs no jobs or periodic tasks, and a `jobs` process serves no requests. */
  role: 'all' | 'web' | 'jobs'
  /** Whether a proxy in front caches pages of visitors. */
  hasEdgeCache: boolean
  /** Seconds from the stop signal, when /readyz starts to answer 503, until the server stops listening. */
  drainSeconds: number
  /** Signs cookies and tokens. If undefined, a secret in the data folder is used, see readSecret. */
  secret: string | undefined
  /** The SECRET before a rotation. Values that it signed or encrypted stay valid. */
  previousSecret: string | undefined
  seed: 'demo' | 'none'
  /** If undefined, email is stored in the data folder and shown at /dev/mail. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Where uploaded pictures are stored. If undefined, in the data folder. */
  storage: StorageConfiguration | undefined
  payments: 'sandbox' | 'none' | StripeConfiguration
  webhooks: {
    /**
     * Whether members' webhooks may call this machine and private networks, even without TLS. For development and
     * tests.
     */
    canReachPrivateAddresses: boolean
  }
  /** Sign-in methods besides email and password, and the CAPTCHA. */
  auth: AuthFile
  security: SecurityConfiguration
  /** Where traces and metrics are sent. If undefined, nowhere, and no code for it is loaded. */
  telemetry: TelemetryConfiguration | undefined
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Whether the built-in database is used. Example accounts may then exist, and a page shows all email. */
  isDemo: boolean
}

export type TelemetryConfiguration = {
  /** An OTLP collector's URL without a trailing slash. */
  endpoint: string
  serviceName: string
  /** The share of traces that are recorded, from 0 to 1. */
  traceShare: number
}

export type SecurityConfiguration = {
  /** How many days of their own security activity people see. */
  ownActivityDays: number
  /** Days for which security events are stored for admins. */
  logDays: number
  /** Name of the header, in lower case, in which the proxy passes the visitor's country. */
  countryHeader: string | undefined
  /** Admins and moderators can use these roles only in sessions with two-step verification. */
  requiresStaffTwoStep: boolean
  contact: string | undefined
}

/**
 * Reads the environment. An empty value counts as unset, as in a copied .env file.
 * @throws Error with one sentence that names the variable if a value is invalid or missing
 */
export function readConfiguration(env: Record<string, string | undefined>): Configuration {
  const values = parseEnvironment(env)
  const isDemo = values.DATABASE_URL === undefined
  if (isDemo && values.DATABASE_DIRECT_URL !== undefined)
    throw new Error('DATABASE_URL is missing. With DATABASE_DIRECT_URL, set it to the address of the pooler.')
  if (isDemo && values.DATABASE_REPLICA_URL !== undefined)
    throw new Error('DATABASE_URL is missing. With DATABASE_REPLICA_URL, set it to the primary.')
  if (values.WORKERS !== '1' && (isDemo || values.REDIS_URL === undefined))
    throw new Error('WORKERS needs DATABASE_URL and REDIS_URL, which connect the processes.')
  const seed = values.SEED ?? (isDemo ? 'demo' : 'none')
  if (!isDemo && values.SECRET === undefined)
    throw new Error(
      'SECRET is missing. With DATABASE_URL, set it to a random text of at least 32 characters.',
    )
  if (!isDemo && values.SEED === 'demo')
    throw new Error(
      'SEED must be none when DATABASE_URL is set: example accounts never enter a database of your own.',
    )
  const isAllowed = values.PUBLIC_DEMO === 'true'
  if (!isDemo && values.PAYMENTS === 'sandbox' && !isAllowed)
    throw new Error(
      'PAYMENTS=sandbox sells tickets without real payments. With DATABASE_URL, set PUBLIC_DEMO=true to allow that.',
    )
  if (values.WEBHOOK_PRIVATE_ADDRESSES === 'on' && values.PUBLIC_URL?.startsWith('https:'))
    throw new Error(
      'WEBHOOK_PRIVATE_ADDRESSES=on lets every member send requests into your network. It works only while PUBLIC_URL is an http address.',
    )
  // The variable that opens the demo to other machines, if any. It can be PUBLIC_URL: a proxy on this machine can
  // publish a server that listens on loopback only.
  const opener = [
    { name: 'HOST', host: values.HOST },
    { name: 'PUBLIC_URL', host: new URL(values.PUBLIC_URL ?? 'http://localhost').hostname },
  ].find(({ host }) => !isLoopback(host))?.name
  if (isDemo && opener !== undefined && !isAllowed && (seed === 'demo' || values.SMTP_URL === undefined))
    throw new Error(
      `${opener} opens the demo to other machines: its passwords are public, and everyone reads all email at /dev/mail. Set SEED=none and SMTP_URL, or PUBLIC_DEMO=true if you want that.`,
    )
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    preparesStatements: values.DATABASE_PREPARE === 'on',
    databasePool: values.DATABASE_POOL,
    redisUrl: values.REDIS_URL,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    apiOrigins: values.API_ORIGINS,
    proxies: values.TRUST_PROXY,
    role: values.ROLE,
    hasEdgeCache: values.EDGE_CACHE === 'on',
    drainSeconds: values.DRAIN_SECONDS ?? (values.TRUST_PROXY === undefined ? 0 : 5),
    secret: values.SECRET,
    previousSecret: values.SECRET_PREVIOUS,
    seed,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    storage: readStorageConfiguration(values),
    payments: readPaymentConfiguration(values, { isDemo, seed }),
    webhooks: { canReachPrivateAddresses: values.WEBHOOK_PRIVATE_ADDRESSES === 'on' },
    auth: values.AUTH_FILE === undefined ? NO_AUTH_FILE : readAuthFile(values.AUTH_FILE, env),
    security: {
      ownActivityDays: Math.min(values.SECURITY_ACTIVITY_DAYS, values.SECURITY_LOG_DAYS),
      logDays: values.SECURITY_LOG_DAYS,
      countryHeader: values.COUNTRY_HEADER,
      contact: values.SECURITY_CONTACT,
      requiresStaffTwoStep:
        (values.STAFF_TWO_STEP ?? (seed === 'demo' ? 'optional' : 'required')) === 'required',
    },
    telemetry: readTelemetryConfiguration(values),
    logLevel: values.LOG_LEVEL,
    isDemo,
  }
}

/**
 * Returns the payments that PAYMENTS selects. By default: Stripe if its secret key is set, otherwise the sandbox in
 * the demo, and no payments elsewhere.
 */
function readPaymentConfiguration(
  values: Values,
  { isDemo, seed }: Pick<Configuration, 'isDemo' | 'seed'>,
): Configuration['payments'] {
  const byDefault = isDemo ? 'sandbox' : 'none'
  const kind = values.PAYMENTS ?? (values.STRIPE_SECRET_KEY === undefined ? byDefault : 'stripe')
  if (kind !== 'stripe') return kind
  const stripe = readStripeConfiguration(values)
  if (stripe.isLive && seed === 'demo')
    throw new Error('STRIPE_SECRET_KEY must be a test key: with SEED=demo, the events are examples.')
  return stripe
}

function readTelemetryConfiguration(values: Values): TelemetryConfiguration | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url } = values
  if (url === undefined) return undefined
  return {
    endpoint: url.replace(/\/+$/, ''),
    serviceName: values.OTEL_SERVICE_NAME,
    traceShare: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|\[?::1\]?|127(?:\.\d+){3})$/.test(host)
}
