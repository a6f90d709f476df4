import { z } from 'zod'
import { areValidNetworks, type TrustedProxies } from '../http/client-address'
import { findStorageAddress } from './storage-address'
import { stripeVariables } from './stripe-configuration'

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
  DATABASE_REPLICA_URL: [
    defineUrl('postgres:', 'postgresql:').optional(),
    'the address of a streaming replica of DATABASE_URL',
  ],
  DATABASE_PREPARE: [z.enum(['on', 'off']).default('on'), 'on or off'],
  DATABASE_POOL: [integerText.pipe(z.number().min(1).max(1_000)).default(16), 'a number from 1 to 1000'],
  ROLE: [z.enum(['all', 'web', 'jobs']).default('all'), 'all, web or jobs'],
  // scripts/workers.mjs starts this many processes.
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
      // A secret needs eight different characters. Random hex text of 128 bits has fewer only once in 20 million
      // times.
      .refine((text) => new Set(text).size >= 8)
      .optional(),
    'a random text of at least 32 characters, such as the output of `openssl rand -hex 32`',
  ],
  // May be weaker than SECRET is allowed to be, so that a weak secret can be replaced.
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
  WEBHOOK_PRIVATE_ADDRESSES: [z.enum(['on', 'off']).default('off'), 'on or off'],
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
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    defineUrl('http:', 'https:').optional(),
    'the http or https address of an OpenTelemetry collector, such as http://localhost:4318',
  ],
  // Not used here: OpenTelemetry's exporters read it.
  OTEL_EXPORTER_OTLP_HEADERS: [
    z
      .string()
      .regex(/^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/)
      .optional(),
    'headers such as authorization=Bearer%20abc, separated by commas',
  ],
  OTEL_SERVICE_NAME: [z.string().max(100).default('back-to-back'), 'a name of at most 100 characters'],
  OTEL_TRACES_SAMPLER_ARG: [
    z
      .string()
      .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/)
      .transform(Number)
      .default(1),
    'a share of traces from 0 to 1, such as 0.1',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'trace, debug, info, warn, error or silent',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Name = keyof typeof variables
export type Values = { [N in Name]: z.output<(typeof variables)[N][0]> }

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables)

/**
 * Parses the environment. An empty value counts as unset, as in a copied .env file.
 * @throws Error that names the first variable with an invalid value
 */
export function parseEnvironment(env: Record<string, string | undefined>): Values {
  const entries = Object.entries(variables).map(([name, [schema, wanted]]) => {
    const text = env[name]?.trim()
    const result = schema.safeParse(text === '' ? undefined : text)
    // The message must not contain the value, which may be a password.
    if (!result.success) throw new Error(`${name} is wrong: it must be ${wanted}.`)
    return [name, result.data] as const
  })
  return Object.fromEntries(entries) as Values
}
