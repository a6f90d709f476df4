import { z } from 'zod'
import { resend } from '../../sign-in/resend'
import { createValidationError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { getLinkTarget } from '../link-target'
import { reportSendLimit, createTextsDisabledError } from '../send-limit'
import { reachable } from '../request-schemas'

const body = z.looseObject({
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change'], {
    error: 'Missing one of these types: signup, email_change, sms, phone_change',
  }),
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

export const resendCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/resend',
    handle: async (request) => {
      const { type, ...given } = request.read(body)
      const destination = request.read(reachable)
      const linkTarget = getLinkTarget(request, given)
      const outcome = await reportSendLimit(destination.email === undefined ? 'sms' : 'email', () =>
        resend(request.context, { type, destination, linkTarget }),
      )
      if (outcome === 'mismatch')
        throw createValidationError(
          destination.email === undefined
            ? 'Type provided requires an email address'
            : 'Type provided requires a phone number',
        )
      if (outcome === 'no texts') throw createTextsDisabledError()
      return {}
    },
  },
]
