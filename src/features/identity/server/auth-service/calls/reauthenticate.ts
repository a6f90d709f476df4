import { findNonceEnd, sendNonce } from '../../sessions/nonce'
import { invalid } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { needAssurance } from '../bearer-session'
import { asSendLimit, noTexts } from '../send-limit'

export const reauthenticateCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/reauthenticate',
    handle: async (request) => {
      const { userId } = await needAssurance(request)
      const end = await findNonceEnd(request.context, { userId })
      if (end === 'no texts') throw noTexts()
      if (end === undefined)
        throw invalid('Reauthentication requires the user to have an email or a phone number')
      await asSendLimit(end.by === 'text' ? 'sms' : 'email', () => sendNonce(request.context, { userId }))
      return {}
    },
  },
]
