import {
  formatEndedSessionCookie,
  requireReauthentication,
  sendNonce,
} from '~/features/identity/server/public'
import { implementCalls } from '~/platform/rpc/implement'
import { requireCaller } from '~/platform/rpc/context'
import { accountContract } from '../contract'
import type { Context } from './context'
import { requestExport } from './export/request-export'
import { getExportState } from './export/get-export-state'
import { refuse } from './refused-error'
import { inspectRemoval } from './removal/inspect-removal'
import { deleteOwnAccount } from './removal/delete-own-account'

const calls = implementCalls<Context>()(accountContract)

export const accountCalls = calls.router({
  export: {
    state: calls.export.state.handler(({ context }) => getExportState(context)),
    open: calls.export.open.handler(async ({ context }) => {
      await requireReauthentication(context)
      const { href } = await getExportState(context)
      if (href === null) throw refuse('NOT_FOUND')
      return { href }
    }),
    request: calls.export.request.handler(async ({ context }) => {
      await requireReauthentication(context)
      return requestExport(context)
    }),
  },
  removal: {
    inspect: calls.removal.inspect.handler(({ context }) => inspectRemoval(context)),
    sendCode: calls.removal.sendCode.handler(async ({ context }) => {
      const sentBy = await sendNonce(context, { userId: requireCaller(context).id })
      if (sentBy === undefined) throw refuse('NOT_FOUND')
      if (sentBy === 'no texts') throw refuse('TEXT_MESSAGES_DISABLED')
      return { sentBy }
    }),
    remove: calls.removal.remove.handler(async ({ context, input }) => {
      await deleteOwnAccount(context, input)
      const isSecure = context.config.publicUrl.startsWith('https:')
      context.responseHeaders.append('set-cookie', formatEndedSessionCookie(isSecure))
      return {}
    }),
  },
})
