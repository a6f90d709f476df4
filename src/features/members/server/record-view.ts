import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { networkOf } from '~/platform/http/client-address'
import { mayOpen } from './viewer'

type Viewer = { callerId: string | undefined; ip: string; secret: string; now: Date }

/**
 * Counts a look at a profile once per viewer and day (UTC); one's own does not count, nor one at a page that is not there,
 * as for somebody who is blocked.
 * Of a visitor only a hash is kept that changes with the day, so that nobody can be followed through it.
 */
export async function recordView(db: Database, profileId: string, viewer: Viewer): Promise<void> {
  if (!isId(profileId) || viewer.callerId === profileId) return
  const day = viewer.now.toISOString().slice(0, 10)
  const who =
    viewer.callerId ??
    createHash('sha256')
      .update(`${viewer.secret}\n${day}\n${networkOf(viewer.ip)}`)
      .digest('base64url')
      .slice(0, 22)
  await sql`
    insert into profile_views (profile_id, viewer, viewed_on)
    select p.id, ${who}, ${day}::date from profiles p where p.id = ${profileId}::uuid
      and ${mayOpen({ id: viewer.callerId ?? null })}
    on conflict do nothing`.execute(db)
}
