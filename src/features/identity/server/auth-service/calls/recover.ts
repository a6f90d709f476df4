import { z } from 'zod'
import { requestPasswordReset } from '../../passwords/reset-password'
import type { AuthCall } from '../auth-call'
import { getLinkEnd } from '../link-end'
import { asSendLimit } from '../send-limit'
import { email } from '../wire-shapes'

const body = z.looseObject({
  email,
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

export const recoverCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/recover',
    handle: async (request) => {
      const given = request.read(body)
      const end = getLinkEnd(request, given)
      await asSendLimit('email', () => requestPasswordReset(request.context, { email: given.email, ...end }))
      return {}
    },
  },
]
