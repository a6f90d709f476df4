import {
  formatEndedSessionCookie,
  requireReauthentication,
  sendNonce,
} from '~/features/identity/server/public'
import { implementCalls } from '~/platform/rpc/implement'
import { signedIn } from '~/platform/rpc/context'
import { accountContract } from '../contract'
import type { Context } from './context'
import { requestExport } from './export/request-export'
import { getExportState } from './export/get-export-state'
import { inspectRemoval } from './removal/inspect-removal'
import { removeOwn } from './removal/remove-own'

const calls = implementCalls<Context>()(accountContract)

export const accountCalls = calls.router({
  export: {
    state: calls.export.state.handler(({ context }) => getExportState(context)),
    open: calls.export.open.handler(async ({ context, errors }) => {
      await requireReauthentication(context)
      const { href } = await getExportState(context)
      if (href === null) throw errors.NOT_FOUND()
      return { href }
    }),
    request: calls.export.request.handler(async ({ context, errors }) => {
      await requireReauthentication(context)
      const { isRequested, state } = await requestExport(context)
      if (isRequested) return state
      throw errors.ALREADY_REQUESTED({
        data: { nextRequestAt: state.nextRequestAt ?? context.now().toISOString() },
      })
    }),
  },
  removal: {
    inspect: calls.removal.inspect.handler(({ context }) => inspectRemoval(context)),
    sendCode: calls.removal.sendCode.handler(async ({ context, errors }) => {
      const sentBy = await sendNonce(context, { userId: signedIn(context).id })
      if (sentBy === undefined) throw errors.NOT_FOUND()
      if (sentBy === 'no texts') throw errors.TEXT_MESSAGES_DISABLED()
      return { sentBy }
    }),
    remove: calls.removal.remove.handler(async ({ context, input, errors }) => {
      const outcome = await removeOwn(context, input)
      if (typeof outcome === 'object')
        throw errors.ORGANIZES({
          message: outcome.organizes.sentence,
          data: { count: outcome.organizes.count },
        })
      if (outcome !== 'done') throw errors[errorCodes[outcome]]()
      const isSecure = context.config.publicUrl.startsWith('https:')
      context.responseHeaders.append('set-cookie', formatEndedSessionCookie(isSecure))
      return {}
    }),
  },
})

const errorCodes = {
  not_found: 'NOT_FOUND',
  wrong_password: 'WRONG_PASSWORD',
  wrong_code: 'WRONG_CODE',
  busy: 'BUSY',
  last_admin: 'LAST_ADMIN',
} as const
