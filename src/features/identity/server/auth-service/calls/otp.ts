import { z } from 'zod'
import { sendSignInCode } from '../../sign-in/send-sign-in-code'
import type { AuthCall, AuthRequest } from '../auth-call'
import { parseSignUpData, createInvitationError } from '../sign-up-data'
import { getLinkTarget } from '../link-target'
import { reportSendLimit, createTextsDisabledError } from '../send-limit'
import { channel, email, metadata, reachable } from '../request-schemas'

const body = z.looseObject({
  create_user: z.boolean().nullish(),
  data: metadata.nullish(),
  channel: channel.nullish(),
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

const emailBody = z.looseObject({ email })

/** Returns the same response whether or not the account exists, and whether or not it may be created. */
async function sendCode(
  request: AuthRequest,
  destination: Parameters<typeof sendSignInCode>[1]['destination'],
) {
  const { create_user: canCreate, data, channel: by, ...given } = request.read(body)
  const outcome = await reportSendLimit(destination.email === undefined ? 'sms' : 'email', () =>
    sendSignInCode(request.context, {
      destination,
      beginning: canCreate === false ? undefined : parseSignUpData(data ?? {}),
      channel: by ?? 'sms',
      linkTarget: getLinkTarget(request, given),
    }),
  )
  if (outcome === 'no texts') throw createTextsDisabledError()
  if (outcome !== 'sent') throw createInvitationError(outcome)
  return {}
}

export const otpCalls: readonly AuthCall[] = [
  { method: 'POST', path: '/otp', handle: (request) => sendCode(request, request.read(reachable)) },
  // `/magiclink` is the legacy path of `/otp`, for emails only.
  {
    method: 'POST',
    path: '/magiclink',
    handle: (request) => sendCode(request, { email: request.read(emailBody).email }),
  },
]
