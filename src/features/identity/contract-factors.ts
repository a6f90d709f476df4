import { z } from 'zod'
import { oneLine } from '~/lib/one-line'
import { call, id } from '~/platform/rpc/contract'
import { proofNeeded, verifyFirst } from './contract-refusals'
import { next, phoneNumber, signedIn } from './contract-shapes'
import { authenticationResponse, ceremonyOptions, registrationResponse } from './contract-webauthn'
import { FACTOR_KINDS, FACTORS_MAX, FRIENDLY_NAME_MAX } from './rules/factor'
import {
  CODE_NOT_SENT,
  FACTOR_NOT_FOUND,
  NAME_TAKEN,
  NO_TEXT_MESSAGES,
  PHONE_IS_FACTOR,
  QUESTION_OVER,
  SHOW_FACTOR_FIRST,
  WRONG_CODE,
  WRONG_KEY,
  WRONG_RECOVERY_CODE,
} from './rules/factor-sentences'

const tags = ['identity']
const own = call.meta({ access: 'signed_in' })
/** Also for whoever has shown the password alone, and is nobody anywhere else. */
const onTheWay = call.meta({ access: 'public' })

export const friendlyName = z
  .string({ error: 'Enter a name.' })
  .max(1000, 'Use a shorter name.')
  .transform(oneLine)
  .refine((name) => name.length > 0, 'Enter a name.')
  .refine((name) => name.length <= FRIENDLY_NAME_MAX, `Use at most ${FRIENDLY_NAME_MAX} characters.`)

/** Six digits as people type them, with a blank in the middle or not. */
const code = z
  .string({ error: 'Enter the six digits.' })
  .max(40)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits.')

const kind = z.enum(FACTOR_KINDS)
const trustBrowser = z.boolean().default(false)
const notFound = { NOT_FOUND: { status: 404, message: FACTOR_NOT_FOUND } }
const nameTaken = { NAME_TAKEN: { status: 409, message: NAME_TAKEN } }
const adding = {
  ...proofNeeded,
  ...verifyFirst,
  ...nameTaken,
  TOO_MANY: { status: 422, message: `You have ${FACTORS_MAX} already. Remove one first.` },
}

const factors = {
  list: own
    .route({
      method: 'GET',
      path: '/me/factors',
      tags,
      summary: 'Two-step verification methods of the caller',
    })
    .output(
      z.object({
        factors: z.array(
          z.object({
            id: z.uuid(),
            kind,
            name: z.string().nullable(),
            /** Masked: '+49 ··· 456'. */
            phone: z.string().nullable(),
            /** ISO 8601. */
            addedAt: z.string(),
            lastUsedAt: z.string().nullable(),
          }),
        ),
        /** Whether text messages leave this house, and so a phone can be a factor. */
        hasTextMessages: z.boolean(),
        /** Browsers that are not asked at the moment, this one among them or not. */
        trustedBrowsers: z.int(),
        isThisBrowserTrusted: z.boolean(),
      }),
    ),

  enrolTotp: own
    .route({ method: 'POST', path: '/me/factors/totp', tags, summary: 'Begin to add an authenticator app' })
    .errors(adding)
    .input(z.object({ name: friendlyName.optional() }))
    .output(
      z.object({
        factorId: z.uuid(),
        /** Base32, to be typed where no camera is. */
        secret: z.string(),
        uri: z.string(),
        /** An SVG document. */
        qr: z.string(),
      }),
    ),

  enrolPhone: own
    .route({ method: 'POST', path: '/me/factors/phone', tags, summary: 'Begin to add a phone' })
    .errors({
      ...adding,
      NO_TEXT_MESSAGES: { status: 422, message: NO_TEXT_MESSAGES },
      PHONE_IS_FACTOR: { status: 409, message: PHONE_IS_FACTOR },
    })
    .input(z.object({ name: friendlyName.optional(), phone: phoneNumber }))
    .output(z.object({ factorId: z.uuid() })),

  enrolSecurityKey: own
    .route({ method: 'POST', path: '/me/factors/key', tags, summary: 'Begin to add a security key' })
    .errors(adding)
    .input(z.object({ name: friendlyName }))
    .output(z.object({ factorId: z.uuid() })),

  challenge: onTheWay
    .route({ method: 'POST', path: '/auth/factors/{factorId}/challenge', tags, summary: 'Ask for a factor' })
    .errors({ ...notFound, CODE_NOT_SENT: { status: 503, message: CODE_NOT_SENT } })
    .input(z.object({ factorId: id, channel: z.enum(['sms', 'whatsapp']).default('sms') }))
    .output(
      z.object({
        challengeId: z.uuid(),
        kind,
        /** ISO 8601, five minutes from now. */
        expiresAt: z.string(),
        /** For a security key that is being added; for `startRegistration`. */
        creation: ceremonyOptions.nullable(),
        /** For a security key that is there; for `startAuthentication`. */
        request: ceremonyOptions.nullable(),
      }),
    ),

  verify: onTheWay
    .route({
      method: 'POST',
      path: '/auth/factors/{factorId}/verify',
      tags,
      summary: 'Answer the question; adds the factor, or lets the person in',
    })
    .errors({
      ...notFound,
      WRONG_CODE: { status: 422, message: WRONG_CODE },
      WRONG_KEY: { status: 422, message: WRONG_KEY },
      QUESTION_OVER: { status: 410, message: QUESTION_OVER },
      SHOW_FACTOR_FIRST: { status: 403, message: SHOW_FACTOR_FIRST },
    })
    .input(
      z.object({
        factorId: id,
        challengeId: id,
        code: code.optional(),
        registration: registrationResponse.optional(),
        authentication: authenticationResponse.optional(),
        trustBrowser,
        next,
      }),
    )
    .output(
      signedIn.extend({
        /** Ten, with the first factor that is added, and never again. */
        recoveryCodes: z.array(z.string()).nullable(),
      }),
    ),

  rename: own
    .route({ method: 'PATCH', path: '/me/factors/{factorId}', tags, summary: 'Call a factor something else' })
    .errors({ ...notFound, ...nameTaken })
    .input(z.object({ factorId: id, name: friendlyName }))
    .output(z.object({})),

  remove: own
    .route({
      method: 'DELETE',
      path: '/me/factors/{factorId}',
      tags,
      summary: 'Remove a two-step verification method',
    })
    .errors({ ...notFound, ...proofNeeded })
    .input(z.object({ factorId: id }))
    .output(z.object({})),

  forgetBrowsers: own
    .route({
      method: 'DELETE',
      path: '/me/trusted-browsers',
      tags,
      summary: 'Ask every browser for two-step verification again',
    })
    .output(z.object({ forgotten: z.int() })),
}

const recoveryCodes = {
  status: own
    .route({ method: 'GET', path: '/me/recovery-codes', tags, summary: 'How many recovery codes are left' })
    .output(z.object({ left: z.int(), /** ISO 8601. */ madeAt: z.string().nullable() })),

  renew: own
    .route({
      method: 'POST',
      path: '/me/recovery-codes',
      tags,
      summary: 'New recovery codes; the old ones end',
    })
    .errors({ ...proofNeeded, NO_FACTOR: { status: 422, message: 'Turn on two-step verification first.' } })
    .output(z.object({ codes: z.array(z.string()) })),

  use: onTheWay
    .route({
      method: 'POST',
      path: '/auth/recovery-code',
      tags,
      summary: 'Sign in with a recovery code instead of two-step verification',
    })
    .errors({ WRONG_CODE: { status: 422, message: WRONG_RECOVERY_CODE } })
    .input(
      z.object({
        code: z.string({ error: 'Enter a recovery code.' }).min(1, 'Enter a recovery code.').max(100),
        next,
      }),
    )
    .output(signedIn.extend({ /** Codes that still open. */ left: z.int() })),
}

const pending = onTheWay
  .route({
    method: 'GET',
    path: '/auth/pending',
    tags,
    summary: 'What this browser is still to show, or null when nothing is pending',
  })
  .output(
    z
      .object({
        fullName: z.string(),
        factors: z.array(
          z.object({ id: z.uuid(), kind, name: z.string().nullable(), phone: z.string().nullable() }),
        ),
        hasRecoveryCodes: z.boolean(),
        hasPasskeys: z.boolean(),
      })
      .nullable(),
  )

const leavePending = onTheWay
  .route({
    method: 'POST',
    path: '/auth/pending/leave',
    tags,
    summary: 'Cancel a sign-in before two-step verification. Changes nothing for a signed-in caller',
  })
  .output(z.object({}))

export const factorsContract = { factors, recoveryCodes, pending, leavePending }
