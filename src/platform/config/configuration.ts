import { resolve } from 'node:path'
import { z } from 'zod'
import { type AuthFile, NO_AUTH_FILE, readAuthFile } from './auth-file'
import { areValidNetworks, type TrustedProxies } from '../http/client-address'
import { findStorageAddress, readStorageConfiguration, type StorageConfiguration } from './storage-address'
import { readStripeConfiguration, type StripeConfiguration, stripeVariables } from './stripe-configuration'

export type Configuration = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** Undefined for the built-in PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** PostgreSQL itself, when `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl: string | undefined
  /** Whether statements are prepared on each connection. */
  preparesStatements: boolean
  /** Connections for requests. Every process has a few more for sessions, sales and jobs. */
  databasePool: number
  /** Addresses separated by commas for a cluster. Undefined for a single process, whose live messages don't leave it. */
  redisUrl: string | undefined
  /** The site's URL without a trailing slash; links in emails start with it. */
  publicUrl: string
  /** Other origins whose pages may call /api/v1 with a bearer token. */
  apiOrigins: readonly string[]
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  proxies: TrustedProxies
  /** `web` leaves jobs and periodic tasks to other processes, and `jobs` leaves requests to them. */
  role: 'all' | 'web' | 'jobs'
  /** Whether a proxy in front caches pages of visitors. */
  hasEdgeCache: boolean
  /** Seconds from the stop signal, when /readyz starts to answer 503, until the server stops listening. */
  drainSeconds: number
  /** Signs cookies and tokens. If undefined, a secret in the data folder is used, see readSecret. */
  secret: string | undefined
  /** The SECRET before a rotation. What it signed or encrypted stays valid. */
  previousSecret: string | undefined
  seed: 'demo' | 'none'
  /** If undefined, email is stored in the data folder and shown at /dev/mail. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Where uploaded pictures are stored. If undefined, in the data folder. */
  storage: StorageConfiguration | undefined
  payments: 'sandbox' | 'none' | StripeConfiguration
  /** Sign-in methods besides email and password, and the CAPTCHA. */
  auth: AuthFile
  security: SecurityConfiguration
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Whether the built-in database is used. Example accounts may then exist, and a page shows all email. */
  isDemo: boolean
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

const integerText = z.string().regex(/^\d+$/).transform(Number)
const days = integerText.pipe(z.number().min(1).max(4000))
const defineUrl = (...protocols: string[]): z.ZodType<string> =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))

const areRedisUrls = (text: string) =>
  text.split(',').every((url) => /^rediss?:\/\//.test(url) && URL.canParse(url))

/** Whether the text is an origin as browsers send it: no path, no trailing slash, no default port. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

function parseTrustedProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  if (text === 'false' || text === '0') return undefined
  if (text === 'true') return { hops: 1 }
  if (/^(?:[1-9]|10)$/.test(text)) return { hops: Number(text) }
  const networks = text.split(/[\s,]+/).filter((entry) => entry !== '')
  if (networks.length > 0 && areValidNetworks(networks)) return { networks }
  context.addIssue('is not a list of proxies')
  return z.NEVER
}

const variables = {
  PORT: [integerText.pipe(z.number().max(65_535)).default(3000), 'a port number from 0 to 65535'],
  HOST: [z.string().default('127.0.0.1'), 'a host name or address to listen on'],
  DATA_DIR: [z.string().default('./data'), 'the path of a folder'],
  DATABASE_URL: [
    defineUrl('postgres:', 'postgresql:').optional(),
    'a PostgreSQL address such as postgres://user:password@host/name',
  ],
  DATABASE_DIRECT_URL: [
    defineUrl('postgres:', 'postgresql:').optional(),
    'the PostgreSQL address behind the pooler of DATABASE_URL',
  ],
  DATABASE_PREPARE: [z.enum(['on', 'off']).default('on'), 'on or off'],
  DATABASE_POOL: [integerText.pipe(z.number().min(1).max(1_000)).default(16), 'a number from 1 to 1000'],
  ROLE: [z.enum(['all', 'web', 'jobs']).default('all'), 'all, web or jobs'],
  // Read by scripts/workers.mjs.
  WORKERS: [
    z
      .string()
      .regex(/^(?:auto|[1-9]\d?)$/)
      .default('1'),
    'auto or a number from 1 to 99',
  ],
  EDGE_CACHE: [z.enum(['on', 'off']).default('off'), 'on or off'],
  REDIS_URL: [
    z.string().refine(areRedisUrls).optional(),
    'a Redis address such as redis://host:6379, or those of a cluster, separated by commas',
  ],
  PUBLIC_URL: [
    defineUrl('http:', 'https:').optional(),
    'an http or https address such as https://tickets.example.com',
  ],
  API_ORIGINS: [
    z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
      .refine((origins) => origins.every(isOrigin)),
    'origins such as https://app.example.com, separated by commas',
  ],
  TRUST_PROXY: [
    z.string().default('false').transform(parseTrustedProxies),
    'true, false, a number of proxies up to 10, or their addresses such as 10.0.0.0/8, 2001:db8::/32',
  ],
  DRAIN_SECONDS: [integerText.pipe(z.number().max(300)).optional(), 'a number of seconds up to 300'],
  SECRET: [
    z
      .string()
      .min(32)
      // Random hex text of 128 bits has fewer different characters only once in 20 million times.
      .refine((text) => new Set(text).size >= 8)
      .optional(),
    'a random text of at least 32 characters, such as the output of `openssl rand -hex 32`',
  ],
  // May be weaker than SECRET must be now, so that it can be replaced.
  SECRET_PREVIOUS: [z.string().min(32).optional(), 'the previous SECRET, at least 32 characters'],
  SEED: [z.enum(['demo', 'none']).optional(), 'demo or none'],
  SMTP_URL: [
    defineUrl('smtp:', 'smtps:').optional(),
    'a mail server address such as smtp://user:password@host:587',
  ],
  MAIL_FROM: [
    z.string().includes('@').default('Back to Back <noreply@localhost>'),
    'a sender such as Back to Back <tickets@example.com>',
  ],
  STORAGE_URL: [
    z
      .string()
      .refine((text) => findStorageAddress(text) !== undefined)
      .optional(),
    'a bucket such as s3://bucket?endpoint=https://s3.example.com&region=eu-central-1',
  ],
  AWS_ACCESS_KEY_ID: [z.string().optional(), 'the id of an access key'],
  AWS_SECRET_ACCESS_KEY: [z.string().optional(), 'the secret of an access key'],
  PAYMENTS: [z.enum(['sandbox', 'stripe', 'none']).optional(), 'sandbox, stripe or none'],
  ...stripeVariables,
  PUBLIC_DEMO: [z.enum(['true', 'false']).default('false'), 'true or false'],
  AUTH_FILE: [z.string().optional(), 'the path of a JSON file, see docs/auth-service.md'],

  STAFF_TWO_STEP: [z.enum(['required', 'optional']).optional(), 'required or optional'],
  SECURITY_CONTACT: [
    z
      .string()
      .regex(/^(?:https:\/\/|mailto:)?[^\s:]+(?:@|\.)[^\s]+$/)
      .max(300)
      .optional(),
    'an email address or an https address',
  ],
  SECURITY_ACTIVITY_DAYS: [days.default(90), 'a number of days from 1 to 4000'],
  SECURITY_LOG_DAYS: [days.default(400), 'a number of days from 1 to 4000'],
  COUNTRY_HEADER: [
    z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .toLowerCase()
      .optional(),
    'the name of a header such as CF-IPCountry',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'trace, debug, info, warn, error or silent',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Name = keyof typeof variables
type Values = { [N in Name]: z.output<(typeof variables)[N][0]> }

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables)

/**
 * Reads the environment. An empty value counts as unset, as in a copied .env file.
 * @throws Error with one sentence that names the variable if a value is invalid or missing
 */
export function readConfiguration(env: Record<string, string | undefined>): Configuration {
  const values = parseEnvironment(env)
  const isDemo = values.DATABASE_URL === undefined
  if (isDemo && values.DATABASE_DIRECT_URL !== undefined)
    throw new Error('DATABASE_URL is missing. With DATABASE_DIRECT_URL, set it to the address of the pooler.')
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
      'PAYMENTS=sandbox gives tickets away without money. With DATABASE_URL set PUBLIC_DEMO=true if you want that.',
    )
  // The variable that opens the demo to other machines. A proxy on this machine can publish a server that listens on
  // loopback only; PUBLIC_URL then names another host.
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
    auth: values.AUTH_FILE === undefined ? NO_AUTH_FILE : readAuthFile(values.AUTH_FILE, env),
    security: {
      ownActivityDays: Math.min(values.SECURITY_ACTIVITY_DAYS, values.SECURITY_LOG_DAYS),
      logDays: values.SECURITY_LOG_DAYS,
      countryHeader: values.COUNTRY_HEADER,
      contact: values.SECURITY_CONTACT,
      requiresStaffTwoStep:
        (values.STAFF_TWO_STEP ?? (seed === 'demo' ? 'optional' : 'required')) === 'required',
    },
    logLevel: values.LOG_LEVEL,
    isDemo,
  }
}

/** Uses Stripe where its secret key is set, and otherwise the sandbox in the demo. */
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

function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|\[?::1\]?|127(?:\.\d+){3})$/.test(host)
}

function parseEnvironment(env: Record<string, string | undefined>): Values {
  const entries = Object.entries(variables).map(([name, [schema, wanted]]) => {
    const text = env[name]?.trim()
    const result = schema.safeParse(text === '' ? undefined : text)
    // The message must not contain the value, which may be a password.
    if (!result.success) throw new Error(`${name} is wrong: it must be ${wanted}.`)
    return [name, result.data] as const
  })
  return Object.fromEntries(entries) as Values
}
