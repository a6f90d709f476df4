import { z } from 'zod'
import { isId } from '~/lib/ids'
import { createJsonResponse } from '~/platform/http/http-response'
import { AUTH_SERVICE_PATH } from '../../../rules/auth-service-path'
import { findBanEnd } from '../../../rules/ban-duration'
import { createUser } from '../../admin/create-user'
import { listUserIds } from '../../admin/list-users'
import { removeUser } from '../../admin/remove-user'
import { updateUser } from '../../admin/update-user'
import { isUsableHash } from '../../passwords/password-hash'
import { createAdminError } from '../admin-error'
import { AuthError, createValidationError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { requireStrongPassword } from '../require-strong-password'
import { parseSignUpData } from '../sign-up-data'
import { requireService } from '../require-service'
import { AUDIENCE } from '../../tokens/access-token'
import { findAuthUser, findAuthUsers } from '../format-user'
import { email, metadata, password, phone } from '../request-schemas'

const PER_PAGE = 50
const MAX_PER_PAGE = 1000
const LAST_PAGE = 1_000_000

const blank = z.union([z.literal(''), z.null()]).transform(() => undefined)
const attributes = z.looseObject({
  id: z.string().max(100).nullish(),
  email: email.or(blank).optional(),
  phone: phone.or(blank).optional(),
  password: password.or(blank).optional(),
  password_hash: z.string().max(500).nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  ban_duration: z.string().max(100).nullish(),
  role: z.string().max(100).nullish(),
})

const removal = z.looseObject({ should_soft_delete: z.boolean().nullish() })

/**
 * Reads the attributes for creating and updating a user.
 * @throws AuthError for unsupported attributes
 */
async function parseUserAttributes(request: AuthRequest) {
  const { context } = request
  const { role, app_metadata: app, ban_duration: ban, ...given } = request.read(attributes)
  if (role != null && role !== '' && role !== AUDIENCE)
    throw createValidationError(`role can only be ${AUDIENCE}`)
  if (app != null && 'roles' in app)
    throw createValidationError(
      "Roles can't be set here: use an invitation code, or assign the role in the admin panel",
    )
  if (given.password !== undefined) await requireStrongPassword(context, given.password, given)
  const hash = given.password_hash ?? undefined
  if (hash !== undefined && given.password !== undefined)
    throw createValidationError('Only a password or a password hash should be provided')
  if (hash !== undefined && !isUsableHash(hash))
    throw createValidationError('password_hash must be argon2id in PHC form, of at most 64 MiB')
  const bannedUntil = ban == null || ban === '' ? undefined : findBanEnd(ban, context.now())
  if (bannedUntil === undefined && ban != null && ban !== '')
    throw createValidationError(`ban_duration must be a duration such as 24h, not ${ban}`)
  return { ...given, appMetadata: app ?? undefined, passwordHash: hash, bannedUntil }
}

async function getUser({ context }: AuthRequest, userId: string): Promise<Record<string, unknown>> {
  const user = await findAuthUser(context.db, userId)
  if (user === undefined) throw createAdminError('not_found')
  return user
}

const getUserId = ({ params }: AuthRequest) => (params['id'] ?? '').toLowerCase()

async function handleCreateUser(request: AuthRequest) {
  const service = await requireService(request)
  const given = await parseUserAttributes(request)
  if (given.email === undefined && given.phone === undefined)
    throw createValidationError('Cannot create a user without either an email or phone')
  if (given.id != null && !isId(given.id)) throw createValidationError('id must be a uuid')
  const created = await createUser(request.context, service, {
    id: given.id?.toLowerCase(),
    email: given.email ?? null,
    phone: given.phone ?? null,
    password: given.password,
    passwordHash: given.passwordHash,
    isEmailConfirmed: given.email_confirm === true,
    isPhoneConfirmed: given.phone_confirm === true,
    ...parseSignUpData(given.user_metadata ?? {}),
    appMetadata: given.appMetadata ?? {},
    bannedUntil: given.bannedUntil,
  })
  if (typeof created === 'string') throw createAdminError(created)
  return getUser(request, created.userId)
}

async function handleListUsers(request: AuthRequest) {
  await requireService(request)
  const { context, search } = request
  const page = parsePageNumber(search.get('page'), { usual: 1, most: LAST_PAGE, name: 'page' })
  const perPage = parsePageNumber(search.get('per_page'), {
    usual: PER_PAGE,
    most: MAX_PER_PAGE,
    name: 'per_page',
  })
  const { ids, total } = await listUserIds(context.db, { page, perPage })
  const response = createJsonResponse(200, { users: await findAuthUsers(context.db, ids), aud: AUDIENCE })
  const address = `${context.config.publicUrl}${AUTH_SERVICE_PATH}/admin/users`
  response.headers['link'] = formatPageLinks(address, { page, perPage, total })
  response.headers['x-total-count'] = String(total)
  return response
}

/**
 * Returns the Link header (RFC 8288) in the form GoTrue's client parses: the page number directly after the first
 * `=`, and no links to pages that don’t exist.
 */
function formatPageLinks(
  address: string,
  { page, perPage, total }: { page: number; perPage: number; total: number },
): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${address}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}

function parsePageNumber(
  given: string | null,
  { usual, most, name }: { usual: number; most: number; name: string },
): number {
  if (given === null || given === '') return usual
  if (!/^\d{1,9}$/.test(given) || Number(given) < 1) throw createValidationError(`${name} must be 1 or more`)
  return Math.min(Number(given), most)
}

async function handleGetUser(request: AuthRequest) {
  await requireService(request)
  if (!isId(getUserId(request))) throw createAdminError('not_found')
  return getUser(request, getUserId(request))
}

async function handleUpdateUser(request: AuthRequest) {
  const service = await requireService(request)
  const given = await parseUserAttributes(request)
  const outcome = await updateUser(request.context, service, getUserId(request), {
    email: given.email,
    phone: given.phone,
    isEmailConfirmed: given.email_confirm ?? undefined,
    isPhoneConfirmed: given.phone_confirm ?? undefined,
    password: given.password,
    passwordHash: given.passwordHash,
    metadata: given.user_metadata ?? undefined,
    appMetadata: given.appMetadata,
    bannedUntil: given.bannedUntil,
  })
  if (outcome !== 'done') throw createAdminError(outcome)
  return getUser(request, getUserId(request))
}

async function handleDeleteUser(request: AuthRequest) {
  const service = await requireService(request)
  // A soft deletion is not supported: it would keep the person's data. Every deletion already keeps what other people
  // need, without the name.
  if (request.read(removal).should_soft_delete === true)
    throw createValidationError(
      'should_soft_delete is not supported: suspend the user with ban_duration, or delete without it',
    )
  const outcome = await removeUser(request.context, service, getUserId(request))
  if (typeof outcome === 'object')
    throw new AuthError(
      422,
      'conflict',
      `This user organizes upcoming events: ${outcome.organizes.map(({ title }) => title).join(', ')}`,
    )
  if (outcome !== 'done') throw createAdminError(outcome)
  return {}
}

export const adminUserCalls: readonly AuthCall[] = [
  { method: 'POST', path: '/admin/users', handle: handleCreateUser },
  { method: 'GET', path: '/admin/users', handle: handleListUsers },
  { method: 'GET', path: '/admin/users/:id', handle: handleGetUser },
  { method: 'PUT', path: '/admin/users/:id', handle: handleUpdateUser },
  { method: 'DELETE', path: '/admin/users/:id', handle: handleDeleteUser },
]
