import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z.string().min(1)
/** A secret as it is, or the name of the variable that holds it: `{ "env": "GOOGLE_SECRET" }`. */
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

/** Of apps that sign in with the provider on the phone itself and send its id token: those are made for a client of their own. */
const appClientIds = z.array(text).default([])
const client = { clientId: text, clientSecret: secret, scopes: z.array(text).optional(), appClientIds }
const oidc = z.strictObject({ ...client, issuer: https, label: text.max(40) })
const apple = z.strictObject({
  clientId: text,
  teamId: text,
  keyId: text,
  /** PEM, as Apple hands it out. */
  privateKey: secret,
  appClientIds,
  /** Only for tests of a deployment. */
  issuer: https.optional(),
})
const known = z.strictObject({
  ...client,
  /** Only for tests of a deployment: another address of the same protocol. */
  issuer: https.optional(),
})

/** PEM, or the base64 that stands in metadata. Answers PEM. */
const certificate = text.transform((written, context) => {
  try {
    const found = new X509Certificate(Buffer.from(written.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'))
    if (found.publicKey.asymmetricKeyType === 'rsa') return found.toString()
  } catch {
    // Said below.
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
    /** The identity provider's signing certificates; several while one is exchanged. */
    certificates: z.array(certificate).min(1),
    /** Which attribute holds the address, where the name of the subject is none. */
    emailAttribute: text.optional(),
    nameAttribute: text.optional(),
  }),
])

/** An endpoint of the operator, called as https://www.standardwebhooks.com describes. Several secrets while one is replaced. */
const hook = z.strictObject({ url: https, secrets: z.array(secret).min(1) }).optional()

const PLACEHOLDERS = ['ConfirmationURL', 'Token', 'TokenHash', 'SiteURL', 'Email', 'NewEmail', 'RedirectTo']
/** Text with places such as `{{ .ConfirmationURL }}`. */
const template = text
  .max(100_000)
  .refine(
    (written) =>
      [...written.matchAll(/\{\{(.*?)\}\}/gs)].every(([, inner = '']) =>
        PLACEHOLDERS.includes(inner.trim().replace(/^\./, '')),
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
  /** Buttons of the sign-in page, in this order. `oidc` has any further names. */
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
      /** Text messages are paid for: so many a day for the whole site, whoever asks for them; 5,000 if not said. */
      perDay: z.int().min(1).optional(),
    })
    .optional(),
  /** Whether a new password is looked up, by the first five letters of its hash, among those that were stolen elsewhere. */
  passwordCheck: z.strictObject({ kind: z.literal('hibp'), url: https.optional() }).optional(),
  /** Fewer than 8 characters are never enough. */
  passwordMinLength: z.int().min(8).max(64).default(8),
  /** A new password needs a character of each of these groups. */
  passwordCharacters: z.array(z.enum(['lower', 'upper', 'digit', 'symbol'])).default([]),
  /** New accounts need an invitation code, or are created by a program. */
  disableSignup: z.boolean().default(false),
  /** Whether a person may link and unlink accounts of providers. */
  manualLinking: z.boolean().default(true),
  /** How long an access token is valid. */
  accessTokenMinutes: z.int().min(5).max(60).default(60),
  /** A session ends this long after its sign-in, however much it is used … */
  sessionDays: z.int().min(1).max(400).default(180),
  /** … and this long after its last use. */
  sessionIdleDays: z.int().min(1).max(400).default(30),
  /** A sign-in beyond them ends the session that was not used for longest. 1 is a single session per person. */
  sessionsPerAccount: z.int().min(1).max(1000).default(50),
  /** Sign-ups without an invitation code in an hour, from all networks together. */
  signUpsPerHour: z.int().min(1).default(5_000),
  /** Codes and links in an hour that strangers ask to have emailed, from all networks together; account owners get as many again. */
  emailsPerHour: z.int().min(1).default(10_000),
  /** How often one network may do a thing, instead of the limits that docs/auth-service.md names. */
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
  /** HTTP endpoints of the operator: they approve accounts, change access tokens, or send emails and texts. */
  hooks: z
    .strictObject({ beforeUserCreated: hook, customAccessToken: hook, sendEmail: hook, sendSms: hook })
    .default({}),
  /** Other words for the emails with links and codes. */
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
  /** Numbers that get no text message and always the same code, such as for the reviewers of an app store. */
  testOtps: z
    .record(
      z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +4930123456'),
      z.string().regex(/^\d{6}$/, 'must be six digits'),
    )
    .default({}),
  /** Where apps may be led back to, besides our own pages: whole addresses, `*` for a part without a slash, `**` for the rest. */
  redirects: z.array(text).default([]),
  /** Apps wait for a confirmed address before they get a session. */
  confirmEmail: z.boolean().default(true),
  /** Apps change a password, email, phone, factor, passkey or identity only within 15 minutes of a sign-in or another proof. */
  reauthenticateForChanges: z.boolean().default(true),
})

type Resolved<T> = T extends { env: string }
  ? string
  : T extends readonly (infer One)[]
    ? Resolved<One>[]
    : T extends object
      ? { [Key in keyof T]: Resolved<T[Key]> }
      : T

/** What an operator set up for signing in beyond email and password, with its secrets. */
export type AuthFile = Resolved<z.output<typeof file>>

export const NO_AUTH_FILE: AuthFile = resolveSecrets(file.parse({}), {}) as AuthFile

/** Reads AUTH_FILE, JSON. Throws an Error that names the place of what is wrong, and never its value. */
export function readAuthFile(path: string, env: Record<string, string | undefined>): AuthFile {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error('AUTH_FILE is wrong: it must be the path of a readable file with JSON in it.')
  }
  const result = file.safeParse(content)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`AUTH_FILE is wrong at ${issue?.path.join('.') || 'the top'}: ${issue?.message}.`)
  }
  const ids = result.data.sso.map(({ id }) => id)
  const domains = result.data.sso.flatMap((one) => one.domains)
  for (const [name, values] of [
    ['an id', ids],
    ['a domain', domains],
  ] as const)
    if (new Set(values).size < values.length)
      throw new Error(`AUTH_FILE is wrong at sso: ${name} is there twice.`)
  return resolveSecrets(result.data, env) as AuthFile
}

function resolveSecrets(value: unknown, env: Record<string, string | undefined>): unknown {
  if (Array.isArray(value)) return value.map((one) => resolveSecrets(one, env))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && only?.[0] === 'env') {
    const found = env[String(only[1])]
    if (found === undefined || found === '')
      throw new Error(`AUTH_FILE names the variable ${String(only[1])}, which is not set.`)
    return found
  }
  return Object.fromEntries(entries.map(([key, one]) => [key, resolveSecrets(one, env)]))
}
