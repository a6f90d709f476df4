import { z } from 'zod'
import { call, id } from '~/platform/rpc/contract'
import { captchaFailed, proofNeeded, suspended, verifyFirst } from './contract-refusals'
import { captcha, email, next, signedIn } from './contract-shapes'
import {
  FLOW_DEAD,
  INVITATION_INVALID,
  LAST_WAY_IN,
  PROVIDER_SILENT,
  PROVIDER_UNKNOWN,
  SSO_UNKNOWN,
} from './rules/provider-sentences'

const tags = ['identity']
const open = call.meta({ access: 'public' })
const signedInOnly = call.meta({ access: 'signed_in' })

const name = z.string().min(1).max(60)
/** Where the browser goes now. The answer also sets the cookie without which nobody comes back. */
const elsewhere = z.object({ url: z.string() })
const silent = { PROVIDER_SILENT: { status: 503, message: PROVIDER_SILENT } }
const unknown = { PROVIDER_UNKNOWN: { status: 404, message: PROVIDER_UNKNOWN } }

const provider = z.object({ name: z.string(), label: z.string() })

/** What the sign-in page offers. */
export const ways = open
  .route({ method: 'GET', path: '/auth/ways', tags, summary: 'The ways in that this house is set up with' })
  .output(
    z.object({
      /** In the order of the buttons. */
      providers: z.array(provider),
      hasSso: z.boolean(),
      /** Whether a phone number can sign in with a code. */
      hasPhone: z.boolean(),
      captcha: z.object({ kind: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() }).nullable(),
    }),
  )

export const providers = {
  start: open
    .route({
      method: 'POST',
      path: '/auth/providers/start',
      tags,
      summary: 'Begin to sign in with a provider',
    })
    .errors({
      ...silent,
      ...unknown,
      INVITATION_INVALID: { status: 422, message: INVITATION_INVALID },
    })
    /** `invitationCode` makes a new account a member's. */
    .input(z.object({ name, next, invitationCode: z.string().max(100).optional() }))
    .output(elsewhere),

  finish: open
    .route({
      method: 'POST',
      path: '/auth/providers/finish',
      tags,
      summary: 'Trade the code of the way back',
    })
    .errors({ FLOW_DEAD: { status: 410, message: FLOW_DEAD }, ...suspended })
    .input(z.object({ code: z.string().min(1).max(200), next }))
    .output(signedIn),
}

export const sso = {
  start: open
    .route({
      method: 'POST',
      path: '/auth/sso/start',
      tags,
      summary: 'Begin to sign in through one’s company',
    })
    .errors({ ...silent, ...captchaFailed, SSO_UNKNOWN: { status: 404, message: SSO_UNKNOWN } })
    /** Who it is decides their domain; nothing is said of whether they have an account. */
    .input(z.object({ email, next, captcha }))
    .output(elsewhere),
}

const identity = z.object({
  id: z.uuid(),
  provider: z.string(),
  /** What the provider is called, such as GitHub. */
  label: z.string(),
  /** How the person is called there: an address, or a name. */
  account: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastSignedInAt: z.string().nullable(),
  /** False for the last way in. */
  canUnlink: z.boolean(),
})

/** The accounts elsewhere that open this one. */
export const identities = {
  list: signedInOnly
    .route({ method: 'GET', path: '/account/identities', tags, summary: 'What one’s account is linked with' })
    .output(z.object({ identities: z.array(identity), /** Not linked yet. */ linkable: z.array(provider) })),

  link: signedInOnly
    .route({ method: 'POST', path: '/account/identities/link', tags, summary: 'Begin to link a provider' })
    .errors({ ...silent, ...unknown, ...proofNeeded, ...verifyFirst })
    /** Comes back to `next` with `?linked=<name>`, or `?error_code=…&error_description=…`. */
    .input(z.object({ name, next }))
    .output(elsewhere),

  unlink: signedInOnly
    .route({ method: 'POST', path: '/account/identities/unlink', tags, summary: 'Unlink a provider' })
    .errors({ ...proofNeeded, LAST_WAY_IN: { status: 409, message: LAST_WAY_IN } })
    .input(z.object({ id }))
    .output(z.object({})),
}
