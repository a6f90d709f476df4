import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { account } from './contract-account'
import { activity, securityEvents } from './contract-activity'
import { codes } from './contract-codes'
import { factorsContract } from './contract-factors'
import { passkeysContract } from './contract-passkeys'
import { proof } from './contract-proof'
import { identities, providers, sso, ways } from './contract-providers'
import { busy, captchaFailed, linkDead, passwordLeaked, suspended } from './contract-refusals'
import { setup } from './contract-setup'
import { captcha, email, fullName, linkEnd, me, newPassword, next, signedIn, token } from './contract-shapes'
import { PASSWORD_MAX } from './rules/password'
import { ALREADY_REGISTERED, BAD_CREDENTIALS } from './rules/sentences'

export type { Me } from './contract-shapes'

const tags = ['identity']
const open = call.meta({ access: 'public' })

export const identityContract = {
  setup,
  account,
  activity,
  securityEvents,
  proof,
  codes,
  ...factorsContract,
  ...passkeysContract,
  ways,
  providers,
  sso,
  identities,

  me: open
    .route({ method: 'GET', path: '/me', tags, summary: 'The signed-in person, or null' })
    .output(me.nullable()),

  signUp: open
    .route({ method: 'POST', path: '/auth/sign-up', tags, summary: 'Open an account and sign in' })
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
        /** The token of a link that was mailed to this email, such as that of a ticket transfer: the email counts as verified. */
        mailedToken: token.optional(),
        next,
        captcha,
      }),
    )
    .output(signedIn),

  signIn: open
    .route({ method: 'POST', path: '/auth/sign-in', tags, summary: 'Sign in with a password' })
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

  signOut: open
    .route({ method: 'POST', path: '/auth/sign-out', tags, summary: 'End this session' })
    .output(z.object({})),

  requestPasswordReset: open
    .route({ method: 'POST', path: '/auth/recover', tags, summary: 'Mail a link to set a new password' })
    .errors(captchaFailed)
    /** `next`: a path of this site, where the person was going; it comes back with the link. */
    .input(z.object({ email, next, captcha }))
    .output(z.object({})),

  resetPassword: open
    .route({
      method: 'POST',
      path: '/auth/reset',
      tags,
      summary: 'Set a new password with a link, end every other session',
    })
    .errors({ ...linkDead, ...suspended, ...passwordLeaked, ...busy })
    .input(z.object({ token, password: newPassword, next }))
    .output(signedIn),

  verifyEmail: open
    .route({ method: 'POST', path: '/auth/verify', tags, summary: 'Confirm an address with a link' })
    .errors(linkDead)
    .input(z.object({ token }))
    .output(z.object({ email: z.string() })),

  resendVerification: open
    .route({ method: 'POST', path: '/auth/resend', tags, summary: 'Mail a new link to confirm the address' })
    .errors(linkDead)
    /** With the token of an old link, whoever holds it; without, the signed-in person. */
    .input(z.object({ token: token.optional() }))
    .output(z.object({ email: z.string(), isVerified: z.boolean() })),

  inspectLink: open
    .route({
      method: 'POST',
      path: '/auth/link',
      tags,
      summary: 'What a mailed link is still good for; changes nothing',
    })
    .input(z.object({ token: z.string().max(200), purpose: z.enum(['verify_email', 'recover']) }))
    .output(
      z.object({
        state: z.enum(['open', 'verified', 'dead', 'unknown']),
        email: z.string().nullable(),
        /** ISO 8601. */
        sentAt: z.string().nullable(),
        why: linkEnd.nullable(),
        /** Opened outside the account that it verifies: `resetPassword` takes it, with the password that counts from then on. */
        needsPassword: z.boolean(),
      }),
    ),
}
