import { sendNonce } from '../../codes/nonce'
import { invalid } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { needAssurance } from '../bearer-session'
import { asSendLimit } from '../send-limit'

export const reauthenticateCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/reauthenticate',
    handle: async (request) => {
      const { userId } = await needAssurance(request)
      const sent = await asSendLimit('email', () => sendNonce(request.context, { userId }))
      if (sent === undefined)
        throw invalid('Reauthentication requires the user to have an email or a phone number')
      return {}
    },
  },
]
