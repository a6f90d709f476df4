import { z } from 'zod'
import { resend } from '../../sign-in/resend'
import { invalid } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { linkEndOf } from '../link-end'
import { asSendLimit, noTexts } from '../send-limit'
import { reachable } from '../wire-shapes'

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
      const who = request.read(reachable)
      const end = linkEndOf(request, given)
      const outcome = await asSendLimit(who.email === undefined ? 'sms' : 'email', () =>
        resend(request.context, { type, who, end }),
      )
      if (outcome === 'mismatch')
        throw invalid(
          who.email === undefined
            ? 'Type provided requires an email address'
            : 'Type provided requires a phone number',
        )
      if (outcome === 'no texts') throw noTexts()
      return {}
    },
  },
]
