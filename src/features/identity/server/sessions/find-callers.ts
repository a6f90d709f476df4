import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Caller, Role } from '~/platform/rpc/caller'

export type CallerRow = { caller: Caller; lastSeenAt: Date }

/**
 * Returns the callers for session ids that are valid at `now`, in one query. Leaves out ended and expired sessions,
 * suspended accounts, and sessions that haven't passed the account's two-step verification.
 */
export async function findCallers(
  db: Pick<Database, 'selectFrom'>,
  sessionIds: readonly string[],
  now: Date,
  { requiresStaffTwoStep = false }: { requiresStaffTwoStep?: boolean | undefined } = {},
): Promise<Map<string, CallerRow>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.id as sessionId', 's.user_id as id', 's.last_seen_at as lastSeenAt'])
    .select([
      'a.email',
      'a.email_verified_at as verifiedAt',
      'p.full_name as fullName',
      'p.avatar_url as avatarUrl',
      's.assurance',
    ])
    .select(
      sql<Role[]>`array(select r.role from user_roles r where r.user_id = s.user_id order by r.role)`.as(
        'roles',
      ),
    )
    // An array instead of a list of parameters, so that one prepared statement serves any number of ids.
    .where('s.id', '=', sql<string>`any(${[...sessionIds]}::uuid[])`)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where((eb) => eb.or([eb('a.suspended_until', 'is', null), eb('a.suspended_until', '<=', now)]))
    .where((eb) => eb.or([eb('s.assurance', '=', 'aal2'), eb('a.has_second_factor', '=', false)]))
    .execute()
  return new Map(
    rows.map(({ verifiedAt, lastSeenAt, assurance, roles, ...person }) => [
      person.sessionId,
      {
        caller: {
          ...person,
          ...withholdStaffRoles(roles, requiresStaffTwoStep && assurance !== 'aal2'),
          isEmailVerified: verifiedAt !== null,
          assurance: assurance === 'aal2' ? ('aal2' as const) : ('aal1' as const),
        },
        lastSeenAt,
      },
    ]),
  )
}

/**
 * Returns the owner of an API key as a caller; undefined if the account is suspended at `now`. A key never has the
 * staff roles of its owner, who is an ordinary member to the calls that it can make.
 */
export async function findKeyOwner(
  db: Pick<Database, 'selectFrom'>,
  { userId, now }: { userId: string; now: Date },
): Promise<Omit<Caller, 'sessionId'> | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select(['a.id', 'a.email', 'a.email_verified_at as verifiedAt', 'p.full_name as fullName'])
    .select('p.avatar_url as avatarUrl')
    .select(
      sql<Role[]>`array(select r.role from user_roles r where r.user_id = a.id order by r.role)`.as('roles'),
    )
    .where('a.id', '=', userId)
    .where((eb) => eb.or([eb('a.suspended_until', 'is', null), eb('a.suspended_until', '<=', now)]))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { verifiedAt, roles, ...person } = row
  return {
    ...person,
    roles: withholdStaffRoles(roles, true).roles,
    isEmailVerified: verifiedAt !== null,
    assurance: 'aal1',
  }
}

const STAFF: ReadonlySet<Role> = new Set(['admin', 'moderator'])

/**
 * Separates the staff roles from the others if they still need two-step verification: the person then counts as an
 * ordinary member.
 */
function withholdStaffRoles(roles: Role[], withholds: boolean): Pick<Caller, 'roles' | 'withheldRoles'> {
  const withheldRoles = withholds ? roles.filter((role) => STAFF.has(role)) : []
  if (withheldRoles.length === 0) return { roles }
  return {
    roles: [...new Set([...roles.filter((role) => !STAFF.has(role)), 'user' as const])],
    withheldRoles,
  }
}
