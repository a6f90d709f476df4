import { z } from 'zod'
import { requestPasswordReset } from '../../passwords/reset-password'
import type { AuthCall } from '../auth-call'
import { getLinkTarget } from '../link-target'
import { reportSendLimit } from '../send-limit'
import { email } from '../request-schemas'

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
      const linkTarget = getLinkTarget(request, given)
      await reportSendLimit('email', () =>
        requestPasswordReset(request.context, { email: given.email, ...linkTarget }),
      )
      return {}
    },
  },
]
