import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { deriveName } from '../accounts/derive-name'

/** An account in the protocol's format for its owner, with GoTrue's field names. */
export type AuthUser = Record<string, unknown> & { id: string; identities: readonly unknown[] }

const toIso = (at: Date | null | undefined): string | undefined => at?.toISOString()

/** Returns the user, or undefined when the account does not exist. */
export async function findAuthUser(
  db: Pick<Database, 'selectFrom'>,
  userId: string,
): Promise<AuthUser | undefined> {
  const [user] = await findAuthUsers(db, [userId])
  return user
}

/** Returns users in the order of the ids, without ids that have no account. */
export async function findAuthUsers(
  db: Pick<Database, 'selectFrom'>,
  ids: readonly string[],
): Promise<AuthUser[]> {
  if (ids.length === 0) return []
  const [accounts, identities, factors] = await Promise.all([
    db
      .selectFrom('accounts as a')
      .innerJoin('profiles as p', 'p.id', 'a.id')
      .selectAll('a')
      .select(['p.full_name', 'p.avatar_url'])
      .select(
        sql<string[]>`array(select r.role from user_roles r where r.user_id = a.id order by r.role)`.as(
          'roles',
        ),
      )
      .where('a.id', 'in', ids)
      .execute(),
    db.selectFrom('identities').selectAll().where('user_id', 'in', ids).orderBy('created_at').execute(),
    db
      .selectFrom('auth_factors')
      .select(['id', 'friendly_name', 'kind', 'status', 'phone'])
      .select(['user_id', 'created_at', 'updated_at', 'last_challenged_at'])
      .where('user_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
  ])
  const known = new Map(accounts.map((account) => [account.id, account]))
  const [identitiesOf, factorsOf] = [
    Map.groupBy(identities, (identity) => identity.user_id),
    Map.groupBy(factors, (factor) => factor.user_id),
  ]
  return ids.flatMap((id) => {
    const account = known.get(id)
    return account ? [toAuthUser(account, identitiesOf.get(id) ?? [], factorsOf.get(id) ?? [])] : []
  })
}

/** Formats an account, or a placeholder for one, from its rows. */
export function toAuthUser(
  account: Account,
  identities: readonly IdentityRow[],
  factors: readonly FactorRow[],
): AuthUser {
  const all = [...listContactIdentities(account), ...identities.map(toAuthIdentity)]
  const providers = [...new Set(all.map(({ provider }) => provider))]
  const metadata = account.user_metadata as Record<string, unknown>
  const destination = account.email === null ? { phone: account.phone ?? '' } : { email: account.email }
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email ?? '',
    email_confirmed_at: toIso(account.email_verified_at),
    // The protocol uses phone numbers without the plus.
    phone: account.phone?.slice(1) ?? '',
    phone_confirmed_at: toIso(account.phone_verified_at),
    confirmed_at: toIso(account.email_verified_at ?? account.phone_verified_at),
    last_sign_in_at: toIso(account.last_signed_in_at),
    new_email: account.new_email ?? undefined,
    new_phone: account.new_phone?.slice(1),
    app_metadata: {
      ...(account.app_metadata as Record<string, unknown>),
      provider: providers[0] ?? 'email',
      providers,
      roles: account.roles,
    },
    user_metadata: {
      ...metadata,
      // Clients get the metadata that they sent, so a name that we derived from the email is left out.
      full_name: account.full_name === deriveName({}, destination) ? undefined : account.full_name,
      avatar_url: account.avatar_url ?? undefined,
    },
    identities: all,
    factors: factors.map(
      ({ user_id: _userId, kind, friendly_name, phone, last_challenged_at, ...factor }) => ({
        ...factor,
        factor_type: kind,
        friendly_name: friendly_name ?? undefined,
        phone: phone?.slice(1),
        last_challenged_at: last_challenged_at ?? undefined,
      }),
    ),
    banned_until: toIso(account.suspended_until),
    created_at: toIso(account.created_at),
    updated_at: toIso(account.updated_at),
    is_anonymous: false,
    is_sso_user: providers.length === 1 && providers[0]?.startsWith('sso:') === true,
  }
}

interface Account extends Owner {
  new_email: string | null
  new_phone: string | null
  suspended_until: Date | null
  user_metadata: unknown
  app_metadata: unknown
  full_name: string
  avatar_url: string | null
  roles: readonly string[]
}

interface FactorRow {
  id: string
  user_id: string
  kind: string
  status: string
  friendly_name: string | null
  phone: string | null
  created_at: Date
  updated_at: Date
  last_challenged_at: Date | null
}

interface Owner {
  id: string
  email: string | null
  phone: string | null
  email_verified_at: Date | null
  phone_verified_at: Date | null
  created_at: Date
  updated_at: Date
  last_signed_in_at: Date | null
}

/**
 * Returns the identity id for an account’s own email or phone. These identities have no rows of their own: they are
 * columns of the account.
 */
export function ownIdentityId(userId: string, provider: 'email' | 'phone'): string {
  const hash = createHash('sha256').update(`${provider} identity of ${userId}`).digest('hex')
  // UUID version 8 allows application-defined bits.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

function listContactIdentities(account: Owner) {
  const { id, email, phone } = account
  const own = (provider: 'email' | 'phone', identity_data: Record<string, unknown>) => ({
    identity_id: ownIdentityId(id, provider),
    id,
    user_id: id,
    provider,
    identity_data: { sub: id, ...identity_data },
    created_at: toIso(account.created_at),
    updated_at: toIso(account.updated_at),
    last_sign_in_at: toIso(account.last_signed_in_at),
  })
  const isVerified = account.email_verified_at !== null
  const isPhoneVerified = account.phone_verified_at !== null
  return [
    ...(email === null ? [] : [own('email', { email, email_verified: isVerified })]),
    ...(phone === null ? [] : [own('phone', { phone: phone.slice(1), phone_verified: isPhoneVerified })]),
  ]
}

interface IdentityRow {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: unknown
  created_at: Date
  updated_at: Date
  last_signed_in_at: Date | null
}

function toAuthIdentity(row: IdentityRow) {
  const { id, provider_id, last_signed_in_at, created_at, updated_at, ...identity } = row
  return {
    ...identity,
    identity_id: id,
    id: provider_id,
    created_at: toIso(created_at),
    updated_at: toIso(updated_at),
    last_sign_in_at: toIso(last_signed_in_at),
  }
}
