import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { confirmation, exportState, removalView } from './contract-shapes'
import {
  ALREADY_ASKED,
  BUSY,
  LAST_ADMIN,
  ORGANIZES,
  PHONES_OFF,
  PROOF_NEEDED,
  WRONG_CODE,
  WRONG_PASSWORD,
} from './rules/sentences'

const tags = ['account']
const own = call.meta({ access: 'signed_in' })

export const accountContract = {
  export: {
    state: own
      .route({
        method: 'GET',
        path: '/account/export',
        tags,
        summary: 'State of the caller’s data archive',
      })
      .output(exportState),

    open: own
      .route({
        method: 'GET',
        path: '/account/export/link',
        tags,
        summary: 'Where the archive that is ready is downloaded now',
      })
      .errors({
        /** The archive stays available for days, so an open browser alone must not be enough to download it. */
        PROOF_NEEDED: { status: 403, message: PROOF_NEEDED },
      })
      .output(z.object({ href: z.string() })),

    request: own
      .route({
        method: 'POST',
        path: '/account/export',
        tags,
        summary: 'Request a data archive; an email says when it is ready',
      })
      .errors({
        /** The session is old: an open browser alone must not be enough to take all of the data. */
        PROOF_NEEDED: { status: 403, message: PROOF_NEEDED },
        ALREADY_ASKED: {
          status: 409,
          message: ALREADY_ASKED,
          data: z.object({ /** ISO 8601. */ mayAskFrom: z.string() }),
        },
      })
      .output(exportState),
  },

  removal: {
    inspect: own
      .route({
        method: 'GET',
        path: '/account/removal',
        tags,
        summary: 'What deleting the account removes and keeps, and what blocks it',
      })
      .output(removalView),

    sendCode: own
      .route({
        method: 'POST',
        path: '/account/removal/code',
        tags,
        summary: 'Send a six-digit code to a caller without a password',
      })
      .errors({ PHONES_OFF: { status: 422, message: PHONES_OFF } })
      .output(z.object({ sentBy: z.enum(['email', 'text']) })),

    remove: own
      .route({
        method: 'POST',
        path: '/account/removal',
        tags,
        summary: 'Delete one’s own account, for good',
      })
      .errors({
        /** A code alone, from a caller with two-step verification who has not used it recently. */
        PROOF_NEEDED: { status: 403, message: PROOF_NEEDED },
        WRONG_PASSWORD: { status: 422, message: WRONG_PASSWORD },
        WRONG_CODE: { status: 422, message: WRONG_CODE },
        BUSY: { status: 503, message: BUSY },
        LAST_ADMIN: { status: 409, message: LAST_ADMIN },
        ORGANIZES: { status: 409, message: ORGANIZES, data: z.object({ count: z.int() }) },
      })
      .input(confirmation)
      .output(z.object({})),
  },
}
