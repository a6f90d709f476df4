import { z } from 'zod'
import { allowedRedirect } from '../../../rules/redirect-target'
import { inviteUser } from '../../admin/invite-user'
import { type AdminLinkType, makeLink } from '../../admin/make-link'
import { linkOf } from '../../email-and-sms/link-of'
import { adminRefusal } from '../admin-refusal'
import { invalid } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { needGoodPassword } from '../good-password'
import { beginningOf } from '../invitation-in'
import { needService } from '../need-service'
import { asSendLimit } from '../send-limit'
import { findAuthUser } from '../user-shape'
import { email, metadata, password } from '../wire-shapes'

const inviteBody = z.looseObject({ email, data: metadata.nullish() })

const types = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const satisfies readonly AdminLinkType[]

const linkBody = z.looseObject({
  type: z.enum(types, 'Unsupported link type'),
  email,
  new_email: email.nullish(),
  password: password.nullish(),
  data: metadata.nullish(),
  redirect_to: z.string().nullish(),
})

/** The official client sends it in the URL, other programs in the body. */
function redirectOf({ context: { config }, search }: AuthRequest, given?: string | null): string | undefined {
  const wanted = search.get('redirect_to') ?? given
  return wanted == null ? undefined : allowedRedirect(config.auth, config.publicUrl, wanted)
}

async function needUser({ context }: AuthRequest, userId: string) {
  const user = await findAuthUser(context.db, userId)
  if (user === undefined) throw adminRefusal('not_found')
  return user
}

async function invite(request: AuthRequest) {
  const service = await needService(request)
  const { email: address, data } = request.read(inviteBody)
  const outcome = await asSendLimit('email', () =>
    inviteUser(request.context, service, {
      email: address,
      ...beginningOf(data ?? {}),
      redirectTo: redirectOf(request),
    }),
  )
  if (typeof outcome === 'string') throw adminRefusal(outcome)
  return { ...(await needUser(request, outcome.userId)), invited_at: request.context.now().toISOString() }
}

async function generateLink(request: AuthRequest) {
  const service = await needService(request)
  const { context } = request
  const given = request.read(linkBody)
  const { type } = given
  if (type === 'signup') {
    if (given.password == null) throw invalid('Signup requires a valid password')
    await needGoodPassword(context, given.password, given)
  }
  const changesEmail = type === 'email_change_current' || type === 'email_change_new'
  if (changesEmail && given.new_email == null) throw invalid('new_email is missing')
  const made = await makeLink(context, service, {
    type,
    email: given.email,
    password: type === 'signup' ? (given.password ?? undefined) : undefined,
    newEmail: given.new_email ?? undefined,
    ...beginningOf(given.data ?? {}),
  })
  if (typeof made === 'string') throw adminRefusal(made)
  const { publicUrl } = context.config
  const redirectTo = redirectOf(request, given.redirect_to)
  return {
    ...(await needUser(request, made.userId)),
    action_link: linkOf({
      publicUrl,
      token: made.token,
      type: changesEmail ? 'email_change' : type,
      redirectTo,
    }),
    email_otp: made.code,
    hashed_token: made.token,
    redirect_to: redirectTo ?? publicUrl,
    verification_type: type,
  }
}

export const adminLinkCalls: readonly AuthCall[] = [
  { method: 'POST', path: '/invite', handle: invite },
  { method: 'POST', path: '/admin/generate_link', handle: generateLink },
]
