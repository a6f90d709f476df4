import { storePostedName } from '../../providers/store-posted-name'
import { callbackAddress } from '../../providers/find-provider'
import { finishFlow } from '../../providers/finish-flow'
import type { AuthCall } from '../auth-call'
import { redirectAnswer } from '../redirect-answer'
import { sessionAnswer } from '../session-answer'

const PASSED_ON = ['state', 'code', 'error', 'iss']

export const callbackCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/callback',
    handle: async ({ context, search }) => {
      const tokensOf = (sessionId: string) => sessionAnswer(context, sessionId)
      return redirectAnswer(303, await finishFlow(context, search, tokensOf))
    },
  },
  {
    // A cross-site form post: our cookie is not sent with it, but is sent with the GET that follows.
    method: 'POST',
    path: '/callback',
    handle: async ({ context, form }) => {
      const posted = form()
      await context.limits.consume('provider_ip', context.ip, { points: 240, seconds: 600 })
      await storePostedName(context, posted)
      const passed = new URLSearchParams()
      for (const name of PASSED_ON) {
        const value = posted.get(name)
        if (value !== null) passed.set(name, value.slice(0, 4000))
      }
      return redirectAnswer(303, `${callbackAddress(context.config.publicUrl)}?${passed}`)
    },
  },
]
