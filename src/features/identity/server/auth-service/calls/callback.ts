import { storePostedName } from '../../providers/store-posted-name'
import { getCallbackAddress } from '../../providers/find-provider'
import { finishFlow } from '../../providers/finish-flow'
import type { AuthCall } from '../auth-call'
import { createRedirect } from '../redirect-response'
import { createSessionResponse } from '../session-response'
import { consumeBudget } from '../../limits/action-limits'

const PASSED_ON = ['state', 'code', 'error', 'iss']

export const callbackCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/callback',
    handle: async ({ context, search }) => {
      const createTokens = (sessionId: string) => createSessionResponse(context, sessionId)
      return createRedirect(303, await finishFlow(context, search, createTokens))
    },
  },
  {
    // For a form posted from the provider's site. Browsers omit our cookie there, but send it with the GET that
    // follows.
    method: 'POST',
    path: '/callback',
    handle: async ({ context, form }) => {
      const posted = form()
      await consumeBudget(context.limits, 'provider_ip', context.ip)
      await storePostedName(context, posted)
      const passed = new URLSearchParams()
      for (const name of PASSED_ON) {
        const value = posted.get(name)
        if (value !== null) passed.set(name, value.slice(0, 4000))
      }
      return createRedirect(303, `${getCallbackAddress(context.config.publicUrl)}?${passed}`)
    },
  },
]
