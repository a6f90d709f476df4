import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { networkOf } from '~/platform/http/client-address'
import { sign } from '~/platform/secrets/derived-key'
import { mayOpen } from './viewer'

type Viewer = { callerId: string | undefined; ip: string; secret: string; now: Date }

/**
 * Counts a view of a profile once per viewer and day (UTC). Owners do not count, nor viewers who cannot open the profile.
 * Of a visitor only a hash is stored, and it changes every day, so that it tracks no one.
 */
export async function recordView(db: Database, profileId: string, viewer: Viewer): Promise<void> {
  if (!isId(profileId) || viewer.callerId === profileId) return
  const day = viewer.now.toISOString().slice(0, 10)
  const who =
    viewer.callerId ??
    sign(`${day}\n${networkOf(viewer.ip)}`, viewer.secret, 'b2b profile view v1')
      .toString('base64url')
      .slice(0, 22)
  await sql`
    insert into profile_views (profile_id, viewer, viewed_on)
    select p.id, ${who}, ${day}::date from profiles p where p.id = ${profileId}::uuid
      and ${mayOpen({ id: viewer.callerId ?? null })}
    on conflict do nothing`.execute(db)
}
