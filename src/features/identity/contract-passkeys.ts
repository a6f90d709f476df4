import { z } from 'zod'
import { call, id } from '~/platform/rpc/contract'
import { friendlyName } from './contract-factors'
import { captchaFailed, proofNeeded, suspended, verifyFirst } from './contract-refusals'
import { captcha, next, signedIn } from './contract-shapes'
import { authenticationResponse, ceremonyOptions, registrationResponse } from './contract-webauthn'
import { PASSKEYS_MAX } from './rules/factor'
import {
  PASSKEY_EXISTS,
  PASSKEY_NOT_FOUND,
  PASSKEY_UNKNOWN,
  QUESTION_OVER,
  WRONG_KEY,
} from './rules/factor-sentences'

const tags = ['identity']
const own = call.meta({ access: 'signed_in' })
const open = call.meta({ access: 'public' })

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** ISO 8601. */
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** It is copied to the person's other devices. */
  isBackedUp: z.boolean(),
})
const question = z.object({
  challengeId: z.uuid(),
  /** For @simplewebauthn/browser. */ options: ceremonyOptions,
})
const answering = {
  WRONG_KEY: { status: 422, message: WRONG_KEY },
  QUESTION_OVER: { status: 410, message: QUESTION_OVER },
}
const notFound = { NOT_FOUND: { status: 404, message: PASSKEY_NOT_FOUND } }
const tooMany = {
  TOO_MANY: { status: 422, message: `You have ${PASSKEYS_MAX} already. Remove one first.` },
}

const passkeys = {
  list: own
    .route({ method: 'GET', path: '/me/passkeys', tags, summary: 'Passkeys of the signed-in person' })
    .output(z.object({ passkeys: z.array(passkey) })),

  startAdding: own
    .route({ method: 'POST', path: '/me/passkeys/options', tags, summary: 'Begin to add a passkey' })
    .errors({ ...tooMany, ...proofNeeded, ...verifyFirst })
    .output(question),

  add: own
    .route({ method: 'POST', path: '/me/passkeys', tags, summary: 'Add the passkey that was made' })
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
        /** Without one it is called after what keeps it, such as 'iCloud Keychain'. */
        name: friendlyName.optional(),
      }),
    )
    .output(passkey),

  rename: own
    .route({ method: 'PATCH', path: '/me/passkeys/{id}', tags, summary: 'Call a passkey something else' })
    .errors(notFound)
    .input(z.object({ id, name: friendlyName }))
    .output(z.object({})),

  remove: own
    .route({ method: 'DELETE', path: '/me/passkeys/{id}', tags, summary: 'Remove a passkey' })
    .errors({ ...notFound, ...proofNeeded })
    .input(z.object({ id }))
    .output(z.object({})),

  startSignIn: open
    .route({ method: 'POST', path: '/auth/passkey/options', tags, summary: 'Ask for any passkey of ours' })
    .errors(captchaFailed)
    .input(z.object({ captcha }))
    .output(question),

  signIn: open
    .route({ method: 'POST', path: '/auth/passkey', tags, summary: 'Sign in with a passkey' })
    .errors({ ...answering, PASSKEY_UNKNOWN: { status: 404, message: PASSKEY_UNKNOWN }, ...suspended })
    .input(z.object({ challengeId: id, authentication: authenticationResponse, next }))
    .output(signedIn),
}

export const passkeysContract = { passkeys }
