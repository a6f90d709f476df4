import { z } from 'zod'
import {
  authorizationUrl,
  busy,
  captcha,
  captchaFailed,
  email,
  fullName,
  linkInvalid,
  invalidLinkReason,
  linkType,
  me,
  newPassword,
  next,
  open,
  own,
  passwordLeaked,
  phoneNumber,
  provider,
  providerName,
  providerSilent,
  providerUnknown,
  signedIn,
  sixDigits,
  suspended,
  token,
} from './contract-shapes'
import { PASSWORD_MAX } from './rules/password'
import { FLOW_EXPIRED, INVITATION_INVALID, SSO_UNKNOWN } from './rules/provider-sentences'
import {
  ALREADY_REGISTERED,
  BAD_CREDENTIALS,
  CODE_SPENT,
  CODE_WRONG,
  EMAIL_OR_PHONE,
  HAS_ADMIN,
  TEXT_MESSAGES_DISABLED,
  SETUP_WRONG,
} from './rules/messages'

export const signInContract = {
  me: open('GET', '/me', 'The signed-in person, or null').output(me.nullable()),

  signUp: open('POST', '/auth/sign-up', 'Create an account and sign in')
    .errors({
      INVITATION_INVALID: { status: 422, message: 'Invalid or expired invitation code' },
      INVITATION_EXPIRED: { status: 422, message: 'Invitation code has expired' },
      USER_ALREADY_EXISTS: { status: 409, message: ALREADY_REGISTERED },
      ...captchaFailed,
      ...passwordLeaked,
      ...busy,
    })
    .input(
      z.object({
        fullName,
        email,
        password: newPassword,
        code: z.string().max(100).optional(),
        /**
         * The token of a link sent to this email, such as that of a ticket transfer. The email then counts as verified.
         */
        emailedToken: token.optional(),
        next,
        captcha,
      }),
    )
    .output(signedIn),

  signIn: open('POST', '/auth/sign-in', 'Sign in with a password')
    .errors({
      INVALID_CREDENTIALS: { status: 401, message: BAD_CREDENTIALS },
      ...captchaFailed,
      ...suspended,
      ...busy,
    })
    .input(
      z.object({
        email,
        password: z
          .string({ error: 'Enter your password.' })
          .min(1, 'Enter your password.')
          .max(PASSWORD_MAX * 4),
        next,
        captcha,
      }),
    )
    .output(signedIn),

  signOut: open('POST', '/auth/sign-out', 'End this session').output(z.object({})),

  requestPasswordReset: open('POST', '/auth/recover', 'Send a link to set a new password')
    .errors(captchaFailed)
    /** `next` is a path of this site to open afterwards; the link contains it. */
    .input(z.object({ email, next, captcha }))
    .output(z.object({})),

  resetPassword: open('POST', '/auth/reset', 'Set a new password with a link, end every other session')
    .errors({ ...linkInvalid, ...suspended, ...passwordLeaked, ...busy })
    .input(z.object({ token, password: newPassword, next }))
    .output(signedIn),

  verifyEmail: open('POST', '/auth/verify', 'Verify an email with a link')
    .errors(linkInvalid)
    .input(z.object({ token }))
    .output(z.object({ email: z.string() })),

  resendVerification: open('POST', '/auth/resend', 'Send a new link to verify the email')
    .errors(linkInvalid)
    /**
     * With the token of an old link, the new link goes to the same recipient. Without a token, it goes to the
     * signed-in person.
     */
    .input(z.object({ token: token.optional() }))
    .output(z.object({ email: z.string(), isVerified: z.boolean() })),

  inspectLink: open('POST', '/auth/link', 'Inspect an emailed link; changes nothing')
    .input(z.object({ token: z.string().max(200), purpose: z.enum(['verify_email', 'recover']) }))
    .output(
      z.object({
        state: z.enum(['open', 'verified', 'invalid', 'unknown']),
        email: z.string().nullable(),
        /** ISO 8601. */
        sentAt: z.string().nullable(),
        reason: invalidLinkReason.nullable(),
        /**
         * Whether an open link verifies the email only together with a new password, which `resetPassword` sets.
         * False if the account’s owner is signed in, or if the link only completes a sign-up.
         */
        needsPassword: z.boolean(),
      }),
    ),
}

const destination = { email: email.optional(), phone: phoneNumber.optional() }
const hasOne = ({
  email: address,
  phone: number,
}: {
  email?: string | undefined
  phone?: string | undefined
}) => (address === undefined) !== (number === undefined)

/** One-time codes and links. */
export const codes = {
  send: open('POST', '/auth/code', 'Send a one-time code; an email also has a link')
    .errors({ TEXT_MESSAGES_DISABLED: { status: 422, message: TEXT_MESSAGES_DISABLED }, ...captchaFailed })
    .input(z.object({ ...destination, next, captcha }).refine(hasOne, EMAIL_OR_PHONE))
    /** The response is the same for existing and unknown accounts. */
    .output(z.object({})),

  enter: open('POST', '/auth/code/enter', 'Sign in with a one-time code')
    .errors({ CODE_WRONG: { status: 410, message: CODE_WRONG }, ...suspended })
    .input(
      z
        .object({
          ...destination,
          code: sixDigits,
          next,
        })
        .refine(hasOne, EMAIL_OR_PHONE),
    )
    .output(signedIn),

  open: open('POST', '/auth/link/open', 'Use an emailed link')
    .errors({
      ...linkInvalid,
      ...suspended,
      EMAIL_TAKEN: { status: 409, message: 'Another account already has that email.' },
    })
    .input(z.object({ token, type: linkType, next }))
    .output(
      z.object({
        /** `half_confirmed`: the other address of an email change must still confirm. */
        outcome: z.enum(['signed_in', 'email_changed', 'half_confirmed']),
        me: me.nullable(),
        landingPath: z.string(),
        /** The account’s email, or after `half_confirmed`, the address that must still confirm. */
        email: z.string().nullable(),
      }),
    ),

  confirm: own('POST', '/auth/code/confirm', 'Verify your email with the code that was sent to it')
    .errors({
      CODE_WRONG: { status: 410, message: CODE_WRONG },
      /**
       * Five wrong codes were entered, so the correct one no longer works. Returned only for the caller’s own email.
       */
      CODE_SPENT: { status: 410, message: CODE_SPENT },
    })
    .input(z.object({ code: sixDigits }))
    .output(z.object({ me: me.nullable() })),

  inspect: open('POST', '/auth/link/inspect', 'Inspect an emailed link of any kind')
    .input(z.object({ token: z.string().max(200), type: linkType }))
    .output(
      z.object({
        state: z.enum(['open', 'invalid', 'unknown']),
        /** Recipient of the link; null if the link is unknown. */
        email: z.string().nullable(),
        /** ISO 8601. */
        sentAt: z.string().nullable(),
        reason: invalidLinkReason.nullable(),
        /** The pending email change; `from` is null if the current email is unverified. */
        change: z.object({ from: z.string().nullable(), to: z.string() }).nullable(),
      }),
    ),

  renew: open('POST', '/auth/link/renew', 'Send a new link to the email of an old one')
    .errors(linkInvalid)
    .input(z.object({ token, type: linkType, next }))
    .output(z.object({ email: z.string() })),
}

const setupErrors = {
  NOT_FOUND: { status: 404, message: SETUP_WRONG },
  HAS_ADMIN: { status: 410, message: HAS_ADMIN },
}

/** Creates the first admin, with the URL that the server prints at startup. Refused once an admin exists. */
export const setup = {
  inspect: open('POST', '/setup/link', 'Check a setup address')
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ state: z.enum(['open', 'closed', 'unknown']) })),

  open: open('POST', '/setup', 'Become the first admin with a new account')
    .errors({
      ...setupErrors,
      USER_ALREADY_EXISTS: { status: 409, message: ALREADY_REGISTERED },
      ...passwordLeaked,
      ...busy,
    })
    .input(z.object({ token, fullName, email, password: newPassword }))
    .output(signedIn),

  claim: own('POST', '/setup/claim', 'Make the signed-in person the first admin')
    .errors(setupErrors)
    .input(z.object({ token }))
    .output(z.object({ landingPath: z.string() })),
}

/** The data that the sign-in page needs to show the site’s sign-in methods. */
export const ways = open('GET', '/auth/ways', 'The sign-in methods of this site').output(
  z.object({
    /** The configured providers, in the order of their buttons. */
    providers: z.array(provider),
    hasSso: z.boolean(),
    /** Whether people can sign in with a code sent to a phone. */
    hasPhone: z.boolean(),
    captcha: z.object({ kind: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() }).nullable(),
  }),
)

export const providers = {
  start: open('POST', '/auth/providers/start', 'Start a sign-in with a provider')
    .errors({
      ...providerSilent,
      ...providerUnknown,
      INVITATION_INVALID: { status: 422, message: INVITATION_INVALID },
    })
    /** With an `invitationCode`, a new account belongs to a member. */
    .input(z.object({ name: providerName, next, invitationCode: z.string().max(100).optional() }))
    .output(authorizationUrl),

  finish: open('POST', '/auth/providers/finish', 'Complete a sign-in with a provider')
    .errors({ FLOW_EXPIRED: { status: 410, message: FLOW_EXPIRED }, ...suspended })
    .input(z.object({ code: z.string().min(1).max(200), next }))
    .output(signedIn),
}

export const sso = {
  start: open('POST', '/auth/sso/start', 'Start single sign-on with a company')
    .errors({ ...providerSilent, ...captchaFailed, SSO_UNKNOWN: { status: 404, message: SSO_UNKNOWN } })
    /** The domain of the email selects the company. The response doesn’t reveal whether there is an account. */
    .input(z.object({ email, next, captcha }))
    .output(authorizationUrl),
}
