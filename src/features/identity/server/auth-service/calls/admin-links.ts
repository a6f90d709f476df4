import { z } from 'zod'
import { resolveRedirect } from '../../../rules/redirect-target'
import { inviteUser } from '../../admin/invite-user'
import { type AdminLinkType, createAuthLink } from '../../admin/create-auth-link'
import { formatLink } from '../../email-and-sms/format-link'
import { createAdminError } from '../admin-error'
import { createValidationError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { requireStrongPassword } from '../require-strong-password'
import { parseSignUpData } from '../sign-up-data'
import { requireService } from '../require-service'
import { reportSendLimit } from '../send-limit'
import { findAuthUser } from '../format-user'
import { email, metadata, password } from '../request-schemas'

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

/** Returns the redirect target, which the official client sends in the URL and other programs in the body. */
function findRedirect(
  { context: { config }, search }: AuthRequest,
  given?: string | null,
): string | undefined {
  const wanted = search.get('redirect_to') ?? given
  return wanted == null ? undefined : resolveRedirect(config.auth, config.publicUrl, wanted)
}

async function getUser({ context }: AuthRequest, userId: string) {
  const user = await findAuthUser(context.db, userId)
  if (user === undefined) throw createAdminError('not_found')
  return user
}

async function handleInvite(request: AuthRequest) {
  const service = await requireService(request)
  const { email: address, data } = request.read(inviteBody)
  const outcome = await reportSendLimit('email', () =>
    inviteUser(request.context, service, {
      email: address,
      ...parseSignUpData(data ?? {}),
      redirectTo: findRedirect(request),
    }),
  )
  if (typeof outcome === 'string') throw createAdminError(outcome)
  return { ...(await getUser(request, outcome.userId)), invited_at: request.context.now().toISOString() }
}

async function handleGenerateLink(request: AuthRequest) {
  const service = await requireService(request)
  const { context } = request
  const given = request.read(linkBody)
  const { type } = given
  if (type === 'signup') {
    if (given.password == null) throw createValidationError('Signup requires a valid password')
    await requireStrongPassword(context, given.password, given)
  }
  const changesEmail = type === 'email_change_current' || type === 'email_change_new'
  if (changesEmail && given.new_email == null) throw createValidationError('new_email is missing')
  const made = await createAuthLink(context, service, {
    type,
    email: given.email,
    password: type === 'signup' ? (given.password ?? undefined) : undefined,
    newEmail: given.new_email ?? undefined,
    ...parseSignUpData(given.data ?? {}),
  })
  if (typeof made === 'string') throw createAdminError(made)
  const { publicUrl } = context.config
  const redirectTo = findRedirect(request, given.redirect_to)
  return {
    ...(await getUser(request, made.userId)),
    action_link: formatLink({
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
  { method: 'POST', path: '/invite', handle: handleInvite },
  { method: 'POST', path: '/admin/generate_link', handle: handleGenerateLink },
]
