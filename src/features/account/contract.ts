import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { confirmation, exportState, removalView } from './contract-shapes'
import {
  ALREADY_REQUESTED,
  BUSY,
  LAST_ADMIN,
  ORGANIZES,
  TEXT_MESSAGES_DISABLED,
  REAUTHENTICATION_REQUIRED,
  WRONG_CODE,
  WRONG_PASSWORD,
} from './rules/messages'

const own = defineCalls('account', 'signed_in')

export const accountContract = {
  export: {
    state: own('GET', '/account/export', 'State of the caller’s data archive').output(exportState),

    open: own('GET', '/account/export/link', 'Get the download address of the data archive')
      .errors({
        /**
         * The session is old. The archive stays available for days, so access to a signed-in browser alone must not
         * be enough.
         */
        REAUTHENTICATION_REQUIRED: { status: 403, message: REAUTHENTICATION_REQUIRED },
      })
      .output(z.object({ href: z.string() })),

    request: own('POST', '/account/export', 'Request a data archive; an email says when it is ready')
      .errors({
        /** The session is old, and access to a signed-in browser alone must not be enough to take all data. */
        REAUTHENTICATION_REQUIRED: { status: 403, message: REAUTHENTICATION_REQUIRED },
        ALREADY_REQUESTED: {
          status: 409,
          message: ALREADY_REQUESTED,
          data: z.object({ /** ISO 8601. */ nextRequestAt: z.string() }),
        },
      })
      .output(exportState),
  },

  removal: {
    inspect: own(
      'GET',
      '/account/removal',
      'Preview what deleting the account removes, keeps, and is blocked by',
    ).output(removalView),

    sendCode: own('POST', '/account/removal/code', 'Send a six-digit code to a caller without a password')
      .errors({ TEXT_MESSAGES_DISABLED: { status: 422, message: TEXT_MESSAGES_DISABLED } })
      .output(z.object({ sentBy: z.enum(['email', 'text']) })),

    remove: own('POST', '/account/removal', 'Delete one’s own account, for good')
      .errors({
        /** The caller sent a code and has two-step verification, but has not used a factor recently. */
        REAUTHENTICATION_REQUIRED: { status: 403, message: REAUTHENTICATION_REQUIRED },
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
