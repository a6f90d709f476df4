import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { id } from '~/platform/rpc/contract'
import {
  authenticationResponse,
  captcha,
  captchaFailed,
  ceremonyOptions,
  next,
  open,
  own,
  phoneNumber,
  reauthenticationRequired,
  registrationResponse,
  signedIn,
  sixDigits,
  suspended,
  verifyFirst,
} from './contract-shapes'
import { FACTOR_KINDS, FACTORS_MAX, FRIENDLY_NAME_MAX, PASSKEYS_MAX } from './rules/factor'
import {
  CODE_NOT_SENT,
  FACTOR_NOT_FOUND,
  NAME_TAKEN,
  NO_TEXT_MESSAGES,
  PASSKEY_EXISTS,
  PASSKEY_NOT_FOUND,
  PASSKEY_UNKNOWN,
  PHONE_IS_FACTOR,
  CHALLENGE_EXPIRED,
  TWO_STEP_REQUIRED,
  WRONG_CODE,
  WRONG_KEY,
  WRONG_RECOVERY_CODE,
} from './rules/factor-messages'

const friendlyName = z
  .string({ error: 'Enter a name.' })
  .max(1000, 'Use a shorter name.')
  .transform(cleanSingleLineText)
  .refine((name) => name.length > 0, 'Enter a name.')
  .refine((name) => name.length <= FRIENDLY_NAME_MAX, `Use at most ${FRIENDLY_NAME_MAX} characters.`)

const kind = z.enum(FACTOR_KINDS)
const trustBrowser = z.boolean().default(false)
const factorNotFound = { NOT_FOUND: { status: 404, message: FACTOR_NOT_FOUND } }
const nameTaken = { NAME_TAKEN: { status: 409, message: NAME_TAKEN } }
const adding = {
  ...reauthenticationRequired,
  ...verifyFirst,
  ...nameTaken,
  TOO_MANY: { status: 422, message: `You already have ${FACTORS_MAX}. Remove one first.` },
}

const factors = {
  list: own('GET', '/me/factors', 'Two-step verification methods of the caller').output(
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
      /** Whether this site sends text messages, which a phone needs to be a factor. */
      hasTextMessages: z.boolean(),
      trustedBrowsers: z.int(),
      isThisBrowserTrusted: z.boolean(),
    }),
  ),

  enrollTotp: own('POST', '/me/factors/totp', 'Start adding an authenticator app')
    .errors(adding)
    .input(z.object({ name: friendlyName.optional() }))
    .output(
      z.object({
        factorId: z.uuid(),
        /** The secret in Base32, for people who type it instead of scanning the QR code. */
        secret: z.string(),
        uri: z.string(),
        /** The QR code, as an SVG document. */
        qr: z.string(),
      }),
    ),

  enrollPhone: own('POST', '/me/factors/phone', 'Start adding a phone')
    .errors({
      ...adding,
      NO_TEXT_MESSAGES: { status: 422, message: NO_TEXT_MESSAGES },
      PHONE_IS_FACTOR: { status: 409, message: PHONE_IS_FACTOR },
    })
    .input(z.object({ name: friendlyName.optional(), phone: phoneNumber }))
    .output(z.object({ factorId: z.uuid() })),

  enrollSecurityKey: own('POST', '/me/factors/key', 'Start adding a security key')
    .errors(adding)
    .input(z.object({ name: friendlyName }))
    .output(z.object({ factorId: z.uuid() })),

  challenge: open('POST', '/auth/factors/{factorId}/challenge', 'Challenge a factor')
    .errors({ ...factorNotFound, CODE_NOT_SENT: { status: 503, message: CODE_NOT_SENT } })
    .input(z.object({ factorId: id, channel: z.enum(['sms', 'whatsapp']).default('sms') }))
    .output(
      z.object({
        challengeId: z.uuid(),
        kind,
        /** ISO 8601, five minutes from now. */
        expiresAt: z.string(),
        /** Options for `startRegistration`, while a security key is being added; otherwise null. */
        creation: ceremonyOptions.nullable(),
        /** Options for `startAuthentication`, for an existing security key; otherwise null. */
        request: ceremonyOptions.nullable(),
      }),
    ),

  verify: open(
    'POST',
    '/auth/factors/{factorId}/verify',
    'Answer the challenge: adds the factor, or completes the sign-in',
  )
    .errors({
      ...factorNotFound,
      WRONG_CODE: { status: 422, message: WRONG_CODE },
      WRONG_KEY: { status: 422, message: WRONG_KEY },
      CHALLENGE_EXPIRED: { status: 410, message: CHALLENGE_EXPIRED },
      TWO_STEP_REQUIRED: { status: 403, message: TWO_STEP_REQUIRED },
    })
    .input(
      z.object({
        factorId: id,
        challengeId: id,
        code: sixDigits.optional(),
        registration: registrationResponse.optional(),
        authentication: authenticationResponse.optional(),
        trustBrowser,
        next,
      }),
    )
    .output(
      signedIn.extend({
        /** Ten codes if this adds the first factor, otherwise null. */
        recoveryCodes: z.array(z.string()).nullable(),
      }),
    ),

  rename: own('PATCH', '/me/factors/{factorId}', 'Rename a factor')
    .errors({ ...factorNotFound, ...nameTaken })
    .input(z.object({ factorId: id, name: friendlyName }))
    .output(z.object({})),

  remove: own('DELETE', '/me/factors/{factorId}', 'Remove a two-step verification method')
    .errors({ ...factorNotFound, ...reauthenticationRequired })
    .input(z.object({ factorId: id }))
    .output(z.object({})),

  forgetBrowsers: own(
    'DELETE',
    '/me/trusted-browsers',
    'Stop trusting every browser: all of them ask for two-step verification again',
  ).output(z.object({ forgotten: z.int() })),
}

const recoveryCodes = {
  status: own('GET', '/me/recovery-codes', 'Number of unused recovery codes').output(
    z.object({ left: z.int(), /** ISO 8601. */ madeAt: z.string().nullable() }),
  ),

  renew: own('POST', '/me/recovery-codes', 'Create new recovery codes and invalidate the old ones')
    .errors({
      ...reauthenticationRequired,
      NO_FACTOR: { status: 422, message: 'Turn on two-step verification first.' },
    })
    .output(z.object({ codes: z.array(z.string()) })),

  use: open('POST', '/auth/recovery-code', 'Sign in with a recovery code instead of two-step verification')
    .errors({ WRONG_CODE: { status: 422, message: WRONG_RECOVERY_CODE } })
    .input(
      z.object({
        code: z.string({ error: 'Enter a recovery code.' }).min(1, 'Enter a recovery code.').max(100),
        next,
      }),
    )
    .output(signedIn.extend({ /** Number of unused codes. */ left: z.int() })),
}

const pending = open(
  'GET',
  '/auth/pending',
  'The pending two-step verification of this browser, or null',
).output(
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

const leavePending = open(
  'POST',
  '/auth/pending/leave',
  'Cancel a sign-in that waits for two-step verification. Has no effect for a signed-in caller',
).output(z.object({}))

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** ISO 8601. */
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Whether the passkey is synced to the person's other devices. */
  isBackedUp: z.boolean(),
})
const question = z.object({
  challengeId: z.uuid(),
  options: ceremonyOptions,
})
const answering = {
  WRONG_KEY: { status: 422, message: WRONG_KEY },
  CHALLENGE_EXPIRED: { status: 410, message: CHALLENGE_EXPIRED },
}
const passkeyNotFound = { NOT_FOUND: { status: 404, message: PASSKEY_NOT_FOUND } }
const tooMany = {
  TOO_MANY: { status: 422, message: `You already have ${PASSKEYS_MAX}. Remove one first.` },
}

const passkeys = {
  list: own('GET', '/me/passkeys', 'Passkeys of the signed-in person').output(
    z.object({ passkeys: z.array(passkey) }),
  ),

  startAdding: own('POST', '/me/passkeys/options', 'Start adding a passkey')
    .errors({ ...tooMany, ...reauthenticationRequired, ...verifyFirst })
    .output(question),

  add: own('POST', '/me/passkeys', 'Add the created passkey')
    .errors({
      ...answering,
      ...tooMany,
      ...verifyFirst,
      PASSKEY_EXISTS: { status: 409, message: PASSKEY_EXISTS },
    })
    .input(
      z.object({
        challengeId: id,
        registration: registrationResponse,
        /** The default is the name of the passkey’s provider, such as `iCloud Keychain`. */
        name: friendlyName.optional(),
      }),
    )
    .output(passkey),

  rename: own('PATCH', '/me/passkeys/{id}', 'Rename a passkey')
    .errors(passkeyNotFound)
    .input(z.object({ id, name: friendlyName }))
    .output(z.object({})),

  remove: own('DELETE', '/me/passkeys/{id}', 'Remove a passkey')
    .errors({ ...passkeyNotFound, ...reauthenticationRequired })
    .input(z.object({ id }))
    .output(z.object({})),

  startSignIn: open('POST', '/auth/passkey/options', 'Start a sign-in with a passkey')
    .errors(captchaFailed)
    .input(z.object({ captcha }))
    .output(question),

  signIn: open('POST', '/auth/passkey', 'Sign in with a passkey')
    .errors({ ...answering, PASSKEY_UNKNOWN: { status: 404, message: PASSKEY_UNKNOWN }, ...suspended })
    .input(z.object({ challengeId: id, authentication: authenticationResponse, next }))
    .output(signedIn),
}

export const securityContract = { factors, recoveryCodes, pending, leavePending, passkeys }
