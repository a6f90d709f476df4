import { z } from 'zod'
import { isEmail, normalizeEmail } from '~/lib/email'
import { hasLink, LINK_IN_NAME } from '~/lib/link-in-name'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { PHONE_EXPECTED, parsePhone } from '~/lib/phone'
import { defineCalls } from '~/platform/rpc/contract'
import { CAPTCHA_FAILED, PASSWORD_LEAKED, REAUTHENTICATION_REQUIRED } from './rules/account-sentences'
import { VERIFY_FIRST } from './rules/factor-messages'
import { findPasswordProblem } from './rules/password'
import { FULL_NAME_MAX } from './rules/person-name'
import { PROVIDER_TIMEOUT, PROVIDER_UNKNOWN } from './rules/provider-sentences'
import { BUSY, EMAIL_OR_PHONE, LINK_INVALID } from './rules/messages'

/** Defines calls that need no session. They are also allowed before two-step verification is complete. */
export const open = defineCalls('identity', 'public')
export const own = defineCalls('identity', 'signed_in')
export const admin = defineCalls('identity', 'admin')

export const email = z
  .string({ error: EMAIL_OR_PHONE })
  .max(1000, 'Use a shorter email address.')
  .transform(normalizeEmail)
  .refine(isEmail, 'Enter an address such as name@example.com.')

/** Read as E.164, with or without spaces and hyphens; the country is never guessed. */
export const phoneNumber = z
  .string({ error: 'Enter a phone number.' })
  .max(100, 'Use a shorter number.')
  .transform((text, issues) => {
    const number = parsePhone(text)
    if (number !== undefined) return number
    issues.addIssue(PHONE_EXPECTED)
    return z.NEVER
  })

export const fullName = z
  .string({ error: 'Enter your name.' })
  .max(1000, 'Use a shorter name.')
  .transform(cleanSingleLineText)
  .refine((name) => name.length > 0, 'Enter your name.')
  .refine((name) => !hasLink(name), LINK_IN_NAME)
  .refine((name) => Array.from(name).length <= FULL_NAME_MAX, `Use at most ${FULL_NAME_MAX} characters.`)

export const newPassword = z.string({ error: 'Enter a password.' }).check((issues) => {
  const problem = findPasswordProblem(issues.value)
  if (problem !== undefined) issues.issues.push({ code: 'custom', input: issues.value, message: problem })
})

// Accepts any text, because an unknown token has its own error.
export const token = z.string().min(1).max(200)

/** Token of the CAPTCHA widget, if `ways().captcha` is set. */
export const captcha = z.string().max(8000).optional()

export const next = z.string().max(2000).optional()

export const me = z.object({
  id: z.uuid(),
  fullName: z.string(),
  /** Null if the account has only a phone. */
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  avatarUrl: z.string().nullable(),
  roles: z.array(z.enum(['admin', 'moderator', 'user', 'customer'])),
  /**
   * The person is an admin or a moderator of the site, but needs two-step verification in this session to act as one.
   */
  needsTwoStep: z.boolean(),
  /** The page that opens after a sign-in without `next`. */
  homePath: z.enum(['/admin', '/dashboard', '/customer/dashboard']),
})

export type Me = z.output<typeof me>

/** `me` is null until two-step verification is complete; until then, `landingPath` is the page that asks for it. */
export const signedIn = z.object({ me: me.nullable(), landingPath: z.string() })

/** Why an emailed link no longer works. */
export const invalidLinkReason = z.enum(['used', 'replaced', 'expired'])
export type InvalidLinkReason = z.output<typeof invalidLinkReason>

/** Six digits; spaces between them are ignored. */
export const sixDigits = z
  .string({ error: 'Enter the six-digit code.' })
  .max(40, 'Enter the six-digit code.')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Enter the six-digit code.')

/** The type of an emailed link, as in its URL. */
export const linkType = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change'])
export type LinkType = z.output<typeof linkType>

// Errors that several calls can return.
export const busy = { BUSY: { status: 503, message: BUSY } }

export const suspended = {
  ACCOUNT_SUSPENDED: {
    status: 403,
    /** The server adds the end date, the reason and the contact address. */
    message: 'This account is suspended.',
    data: z.object({ /** ISO 8601. */ until: z.string(), reason: z.string().nullable() }).optional(),
  },
}

export const linkInvalid = { LINK_INVALID: { status: 410, message: LINK_INVALID } }

/** Only on sites with a CAPTCHA. Each token works once. */
export const captchaFailed = { CAPTCHA_FAILED: { status: 400, message: CAPTCHA_FAILED } }

/**
 * The new password is leaked or common, is a name of the site or the person, or doesn’t meet the operator’s
 * requirements.
 */
export const passwordLeaked = { PASSWORD_LEAKED: { status: 422, message: PASSWORD_LEAKED } }

/** The session needs reauthentication. After `proof.give`, the same call succeeds. */
export const reauthenticationRequired = {
  REAUTHENTICATION_REQUIRED: { status: 403, message: REAUTHENTICATION_REQUIRED },
}

/** The account cannot add a sign-in method until its email or phone is verified. */
export const verifyFirst = { VERIFY_FIRST: { status: 403, message: VERIFY_FIRST } }

export const providerName = z.string().min(1).max(60)
/** The provider’s URL to open next. The response also sets the cookie that is required to complete the sign-in. */
export const authorizationUrl = z.object({ url: z.string() })
export const providerSilent = { PROVIDER_TIMEOUT: { status: 503, message: PROVIDER_TIMEOUT } }
export const providerUnknown = { PROVIDER_UNKNOWN: { status: 404, message: PROVIDER_UNKNOWN } }

export const provider = z.object({ name: z.string(), label: z.string() })

const bytes = z.string().max(20_000)
const credential = {
  id: z.string().min(1).max(2000),
  rawId: z.string().min(1).max(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
}

/** Result of `startRegistration` of @simplewebauthn/browser, or `toJSON()` of a new credential. */
export const registrationResponse = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** Result of `startAuthentication` of @simplewebauthn/browser, or `toJSON()` of an assertion. */
export const authenticationResponse = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().max(200).nullish(),
  }),
})

/** The `optionsJSON` of @simplewebauthn/browser, passed to it unchanged. */
export const ceremonyOptions = z.looseObject({ challenge: z.string() })
