import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { createMicroBatch, type MicroBatch } from '~/lib/micro-batch'
import type { TrafficSource } from '../../rules/traffic-source'
import { isTooManyRequests } from '~/platform/limits/limits'
import type { Context } from '../context'

// Repeated views of one event by one visitor count once within half an hour.
const ONE_VIEW = { points: 1, seconds: 1800 }
// Limits memory use and false figures from visitors who request made-up or many ids.
const OF_ONE_VISITOR = { points: 300, seconds: 1800 }

/**
 * Counts a view of a public event, on the local day of the event. Ignores the team of the event. Rate limits drop views
 * without an error.
 */
export async function recordEventView(
  { caller, db, ip, limits, now }: Pick<Context, 'caller' | 'db' | 'ip' | 'limits' | 'now'>,
  { id, source }: { id: string; source: TrafficSource },
): Promise<void> {
  if (!isId(id)) return
  const visitor = caller?.id ?? ip
  try {
    await limits.consume('event seen by', visitor, OF_ONE_VISITOR)
    await limits.consume('event seen', `${visitor} ${id}`, ONE_VIEW)
  } catch (error) {
    if (isTooManyRequests(error)) return
    throw error
  }
  await getViewBatch(db)({ id, source, visitorId: caller?.id ?? null, at: now() })
}

interface EventView {
  id: string
  source: TrafficSource
  /** Null for a visitor who is not signed in. */
  visitorId: string | null
  at: Date
}

/**
 * When an event goes on sale, all of its views update one row. They are batched into one statement at a time, so that
 * they do not each hold a connection while waiting for the row: purchases need those connections.
 */
const batches = new WeakMap<Database, MicroBatch<EventView, void>>()

function getViewBatch(db: Database): MicroBatch<EventView, void> {
  const known = batches.get(db)
  if (known) return known
  const batch = createMicroBatch<EventView, void>({
    max: 500,
    run: async (looks) => {
      await storeViews(db, looks)
      return looks.map(() => undefined)
    },
  })
  batches.set(db, batch)
  return batch
}

/** Locks rows in key order, like the counting of sales. */
async function storeViews(db: Database, views: readonly EventView[]): Promise<void> {
  await sql`
    insert into event_traffic as t (event_id, day, source, views)
    select e.id, (x.at at time zone e.timezone)::date as day, x.source, count(*)
    from unnest(${views.map(({ id }) => id)}::uuid[], ${views.map(({ source }) => source)}::text[],
      ${views.map(({ visitorId }) => visitorId)}::uuid[], ${views.map(({ at }) => at)}::timestamptz[]) x(id, source, visitor, at)
      join events e on e.id = x.id
    where e.is_public and e.event_status <> 'draft'
      and not coalesce(x.visitor in (e.organizer_id, e.dj_id), false)
      and not exists (select from event_people p where p.event_id = e.id and p.person_id = x.visitor)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (event_id, day, source) do update set views = t.views + excluded.views`.execute(db)
}
