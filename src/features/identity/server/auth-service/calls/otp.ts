import { z } from 'zod'
import { sendSignIn } from '../../codes/send-sign-in'
import type { AuthCall } from '../auth-call'
import { beginningOf, invitationRefused } from '../invitation-in'
import { linkEndOf } from '../link-end'
import { asSendLimit, noTexts } from '../send-limit'
import { channel, metadata, reachable } from '../wire-shapes'

const body = z.looseObject({
  create_user: z.boolean().nullish(),
  data: metadata.nullish(),
  channel: channel.nullish(),
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

/** A one-time code; the same answer whether there is an account or not, and whether one may begin with it or not. */
export const otpCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/otp',
    handle: async (request) => {
      const { create_user: mayBegin, data, channel: by, ...given } = request.read(body)
      const who = request.read(reachable)
      const outcome = await asSendLimit(who.email === undefined ? 'sms' : 'email', () =>
        sendSignIn(request.context, {
          who,
          beginning: mayBegin === false ? undefined : beginningOf(data ?? {}),
          channel: by ?? 'sms',
          end: linkEndOf(request, given),
        }),
      )
      if (outcome === 'no texts') throw noTexts()
      if (outcome !== 'sent') throw invitationRefused(outcome)
      return {}
    },
  },
]
