import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { TreeBranch } from '../../contract-tree'
import type { ReadContext } from '../context'
import { refuse } from '../refused-error'
import { isAccountActive } from './active-accounts'

type BranchRow = Pick<
  TreeBranch,
  | 'members'
  | 'activeThisMonth'
  | 'verified'
  | 'suspended'
  | 'reportsAgainst'
  | 'openCodes'
  | 'paused'
  | 'path'
> & { name: string; avatar_url: string | null; is_paused: boolean }

/** Returns the figures of a person’s branch. Throws NOT_FOUND if the person is not in the tree or was deleted. */
export async function getBranch(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { personId }: { personId: string },
): Promise<TreeBranch> {
  if (!isId(personId)) throw refuse('NOT_FOUND')
  const at = now()
  const { rows } = await sql<BranchRow>`
    with branch as materialized (select b.id from invitation_branch(${personId}::uuid) b where b.left_at is null)
    select p.full_name as name, p.avatar_url, p.invitations_paused_at is not null as is_paused, figures.*,
      (select count(*) from moderation_cases m where m.person_id in (select id from branch)) as "reportsAgainst",
      (select count(*) from invitations i where i.status = 'pending' and (i.expires_at is null or i.expires_at > ${at}::timestamptz)
        and i.created_by in (select id from branch)) as "openCodes",
      (select coalesce(jsonb_agg(jsonb_build_object('id', above.id, 'name', q.full_name) order by cardinality(above.path)), '[]')
        from invitation_tree above left join profiles q on q.id = above.id
        where above.place = any (own.path) and above.id <> own.id) as path
    from invitation_tree own join profiles p on p.id = own.id, lateral (
      select count(*) as members, count(*) filter (where ${isAccountActive(at)}) as "activeThisMonth",
        count(*) filter (where m.is_verified) as verified,
        count(*) filter (where a.suspended_until > ${at}::timestamptz) as suspended,
        count(*) filter (where m.invitations_paused_at is not null) as paused
      from branch join profiles m using (id) join accounts a using (id)) figures
    where own.id = ${personId}::uuid`.execute(db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const { name, avatar_url, is_paused, ...figures } = row
  return { person: { id: personId, name, avatarUrl: avatar_url }, isPaused: is_paused, ...figures }
}
