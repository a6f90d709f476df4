import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z.string().min(1)
/** A secret, or the name of the variable that holds it: `{ "env": "GOOGLE_SECRET" }`. */
const secret = z.union([text, z.strictObject({ env: text })])
const https = z
  .url({ protocol: /^https?$/ })
  .refine(
    (address) =>
      address.startsWith('https:') || ['localhost', '127.0.0.1'].includes(new URL(address).hostname),
    'must be https',
  )
const domain = z
  .string()
  .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/, 'must be a domain in lower case, such as label.example')

/**
 * Client ids of native apps. These sign the person in at the provider on the phone, and send the resulting id token.
 */
const appClientIds = z.array(text).default([])
const client = { clientId: text, clientSecret: secret, scopes: z.array(text).optional(), appClientIds }
const oidc = z.strictObject({ ...client, issuer: https, label: text.max(40) })
const apple = z.strictObject({
  clientId: text,
  teamId: text,
  keyId: text,
  /** PEM, as downloaded from Apple. */
  privateKey: secret,
  appClientIds,
  /** Replaces Apple's URL with another server of the same protocol, for testing a deployment. */
  issuer: https.optional(),
})
const known = z.strictObject({
  ...client,
  /** Replaces the provider's URL with another server of the same protocol, for testing a deployment. */
  issuer: https.optional(),
})

/** Accepts PEM or the base64 from metadata. Returns PEM. */
const certificate = text.transform((written, context) => {
  try {
    const found = new X509Certificate(Buffer.from(written.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'))
    if (found.publicKey.asymmetricKeyType === 'rsa') return found.toString()
  } catch {
    // Ignored: the issue below reports text that isn't a certificate.
  }
  context.addIssue('must be a certificate of an RSA key: PEM, or the base64 between its first and last line')
  return z.NEVER
})

const sso = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('oidc'),
    id: z.uuid(),
    domains: z.array(domain).min(1),
    issuer: https,
    clientId: text,
    clientSecret: secret,
  }),
  z.strictObject({
    kind: z.literal('saml'),
    id: z.uuid(),
    domains: z.array(domain).min(1),
    entityId: text,
    signInUrl: https,
    /** The identity provider's signing certificates. There is more than one during a rotation. */
    certificates: z.array(certificate).min(1),
    /** Attribute with the email address, if the subject's name isn't an email address. */
    emailAttribute: text.optional(),
    nameAttribute: text.optional(),
  }),
])

/**
 * Webhook of the operator, as described in https://www.standardwebhooks.com. There is more than one secret during a
 * rotation.
 */
const hook = z.strictObject({ url: https, secrets: z.array(secret).min(1) }).optional()

const PLACEHOLDERS = [
  'ConfirmationURL',
  'Token',
  'TokenHash',
  'SiteURL',
  'Email',
  'NewEmail',
  'RedirectTo',
] as const
export type EmailPlaceholder = (typeof PLACEHOLDERS)[number]
/** Text that may contain placeholders such as `{{ .ConfirmationURL }}`. */
const template = text
  .max(100_000)
  .refine(
    (written) =>
      [...written.matchAll(/\{\{(.*?)\}\}/gs)].every(([, inner = '']) =>
        PLACEHOLDERS.some((name) => name === inner.trim().replace(/^\./, '')),
      ),
    `may use only ${PLACEHOLDERS.map((name) => `{{ .${name} }}`).join(', ')}`,
  )
const email = z
  .strictObject({
    subject: template.refine((line) => !/[\r\n]/.test(line), 'must be one line'),
    html: template,
    text: template,
  })
  .optional()
const count = z.int().min(1).optional()

const file = z.strictObject({
  /** The providers with a button on the sign-in page, in this order. `oidc` may contain further providers. */
  google: known.optional(),
  apple: apple.optional(),
  spotify: known.optional(),
  facebook: known.optional(),
  github: known.optional(),
  discord: known.optional(),
  oidc: z.record(z.string().regex(/^[a-z][a-z0-9_-]{1,30}$/), oidc).default({}),
  sso: z.array(sso).default([]),
  captcha: z
    .strictObject({
      kind: z.enum(['hcaptcha', 'turnstile']),
      siteKey: text,
      secret,
      verifyUrl: https.optional(),
    })
    .optional(),
  sms: z
    .strictObject({
      kind: z.literal('twilio'),
      accountSid: text,
      authToken: secret,
      from: text,
      whatsappFrom: text.optional(),
      apiUrl: https.optional(),
      /** Daily limit of text messages for the whole site, because they cost money. The default is 5,000. */
      perDay: z.int().min(1).optional(),
    })
    .optional(),
  /**
   * Whether new passwords are checked against known breaches. The service receives only the first five characters of
   * their hash.
   */
  passwordCheck: z.strictObject({ kind: z.literal('hibp'), url: https.optional() }).optional(),
  /** Minimum length of a password, at least 8. */
  passwordMinLength: z.int().min(8).max(64).default(8),
  /** Character groups that a new password must contain. */
  passwordCharacters: z.array(z.enum(['lower', 'upper', 'digit', 'symbol'])).default([]),
  /** Whether new accounts need an invitation code, or must be created by a program. */
  disableSignup: z.boolean().default(false),
  manualLinking: z.boolean().default(true),
  accessTokenMinutes: z.int().min(5).max(60).default(60),
  /** Maximum lifetime of a session after sign-in, regardless of use. */
  sessionDays: z.int().min(1).max(400).default(180),
  /** Maximum time since a session was last used. */
  sessionIdleDays: z.int().min(1).max(400).default(30),
  /**
   * Maximum sessions per account: a further sign-in ends the least recently used one. 1 allows a single session per
   * person.
   */
  sessionsPerAccount: z.int().min(1).max(1000).default(50),
  /** Limit per hour of sign-ups without an invite code, across all networks. */
  signUpsPerHour: z.int().min(1).default(5_000),
  /**
   * Limit per hour of emailed codes and links that signed-out visitors request, across all networks. Account owners
   * on known networks have a separate limit of the same size.
   */
  emailsPerHour: z.int().min(1).default(10_000),
  /** Rate limits per client network. They override those in docs/auth-service.md. */
  networkLimits: z
    .strictObject({
      signUpsPerHour: count,
      emailsPerHour: count,
      textsPerHour: count,
      passwordsPer15Minutes: count,
      codesPer10Minutes: count,
      refreshesPer5Minutes: count,
      providerCallsPer10Minutes: count,
    })
    .default({}),
  /** Webhooks of the operator that approve accounts, change access tokens, or send emails and text messages. */
  hooks: z
    .strictObject({ beforeUserCreated: hook, customAccessToken: hook, sendEmail: hook, sendSms: hook })
    .default({}),
  emailTemplates: z
    .strictObject({
      confirmation: email,
      recovery: email,
      magicLink: email,
      emailChange: email,
      invite: email,
      reauthentication: email,
    })
    .default({}),
  /** Phone numbers that always use the same code and get no text message, such as for reviewers of an app store. */
  testOtps: z
    .record(
      z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +4930123456'),
      z.string().regex(/^\d{6}$/, 'must be six digits'),
    )
    .default({}),
  /**
   * URLs that apps may redirect to, besides our own pages. They are full URLs, with `*` for a part without a slash and
   * `**` for the rest.
   */
  redirects: z.array(text).default([]),
  /** Whether apps get a session only after the email address is verified. */
  confirmEmail: z.boolean().default(true),
  /**
   * Whether apps may change a password, email, phone, factor, passkey or identity only within 15 minutes of a sign-in
   * or reauthentication.
   */
  reauthenticateForChanges: z.boolean().default(true),
})

type Resolved<T> = T extends { env: string }
  ? string
  : T extends readonly (infer One)[]
    ? Resolved<One>[]
    : T extends object
      ? { [Key in keyof T]: Resolved<T[Key]> }
      : T

/** The operator's sign-in configuration beyond email and password, including its secrets. */
export type AuthFile = Resolved<z.output<typeof file>>

export const NO_AUTH_FILE: AuthFile = resolveSecrets(file.parse({}), {}) as AuthFile

/** Reads the JSON of AUTH_FILE. Throws an Error that names the location of the problem, never the value. */
export function readAuthFile(path: string, env: Record<string, string | undefined>): AuthFile {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error('AUTH_FILE is wrong: it must be the path of a readable JSON file.')
  }
  const result = file.safeParse(content)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`AUTH_FILE is wrong at ${issue?.path.join('.') || 'the top'}: ${issue?.message}.`)
  }
  const ids = result.data.sso.map(({ id }) => id)
  const domains = result.data.sso.flatMap((company) => company.domains)
  for (const [name, values] of [
    ['an id', ids],
    ['a domain', domains],
  ] as const)
    if (new Set(values).size < values.length)
      throw new Error(`AUTH_FILE is wrong at sso: ${name} occurs twice.`)
  return resolveSecrets(result.data, env) as AuthFile
}

function resolveSecrets(value: unknown, env: Record<string, string | undefined>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveSecrets(item, env))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && only?.[0] === 'env') {
    const found = env[String(only[1])]
    if (found === undefined || found === '')
      throw new Error(`AUTH_FILE names the variable ${String(only[1])}, which is not set.`)
    return found
  }
  return Object.fromEntries(entries.map(([key, nested]) => [key, resolveSecrets(nested, env)]))
}
