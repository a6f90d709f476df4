import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { TrafficSource } from '../../rules/traffic-source'
import type { Context } from '../context'

// Who comes back within half an hour has not come twice …
const ONE_LOOK = { points: 1, seconds: 1800 }
// … and nobody fills memory or figures with events that they make up, or go through one by one.
const OF_ONE_VISITOR = { points: 300, seconds: 1800 }

/**
 * Counts a look at a public event, on that day of its zone. Its own people do not count, nor does what a limit stops: nobody is told, since
 * nobody asked.
 */
export async function recordSeen(
  { caller, db, ip, limits, now }: Pick<Context, 'caller' | 'db' | 'ip' | 'limits' | 'now'>,
  { id, source }: { id: string; source: TrafficSource },
): Promise<void> {
  if (!isId(id)) return
  const visitor = caller?.id ?? ip
  try {
    await limits.consume('event seen by', visitor, OF_ONE_VISITOR)
    await limits.consume('event seen', `${visitor} ${id}`, ONE_LOOK)
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'TOO_MANY_REQUESTS') return
    throw error
  }
  const me = sql`${caller?.id ?? null}::uuid`
  await sql`
    insert into event_traffic as t (event_id, day, source, views)
    select e.id, (${now()}::timestamptz at time zone e.timezone)::date, ${source}, 1 from events e
    where e.id = ${id}::uuid and e.is_public and e.event_status <> 'draft'
      and not coalesce(${me} in (e.organizer_id, e.dj_id), false)
      and not exists (select from event_people p where p.event_id = e.id and p.person_id = ${me})
    on conflict (event_id, day, source) do update set views = t.views + 1`.execute(db)
}
