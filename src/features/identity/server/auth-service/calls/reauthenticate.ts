import { findNonceDestination, sendNonce } from '../../sessions/nonce'
import { createValidationError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { requireAssurance } from '../bearer-session'
import { reportSendLimit, createTextsDisabledError } from '../send-limit'

export const reauthenticateCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/reauthenticate',
    handle: async (request) => {
      const { userId } = await requireAssurance(request)
      const destination = await findNonceDestination(request.context, { userId })
      if (destination === 'no texts') throw createTextsDisabledError()
      if (destination === undefined)
        throw createValidationError('Reauthentication requires the user to have an email or a phone number')
      await reportSendLimit(destination.by === 'text' ? 'sms' : 'email', () =>
        sendNonce(request.context, { userId }),
      )
      return {}
    },
  },
]
