import { findNonceEnd, sendNonce } from '../../sessions/nonce'
import { createValidationError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { requireAssurance } from '../bearer-session'
import { asSendLimit, createNoTextsError } from '../send-limit'

export const reauthenticateCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/reauthenticate',
    handle: async (request) => {
      const { userId } = await requireAssurance(request)
      const end = await findNonceEnd(request.context, { userId })
      if (end === 'no texts') throw createNoTextsError()
      if (end === undefined)
        throw createValidationError('Reauthentication requires the user to have an email or a phone number')
      await asSendLimit(end.by === 'text' ? 'sms' : 'email', () => sendNonce(request.context, { userId }))
      return {}
    },
  },
]
