import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { type EventAction, canAct } from '../rules/event-policy'
import { type OwnEvent, ownEventColumns } from './own-event'

export interface OwnEventRequest {
  callerId: string
  id: string
}

/** `findOwnEvent` for many requests in one statement; results are in the order of the requests. */
export async function findOwnEvents(
  db: Database,
  requests: readonly OwnEventRequest[],
  act: EventAction,
): Promise<(OwnEvent | undefined)[]> {
  const found: (OwnEvent | undefined)[] = requests.map(() => undefined)
  const slots = [...requests.keys()].filter((slot) => isId(requests[slot]?.id ?? ''))
  if (slots.length === 0) return found
  const { rows } = await sql<OwnEvent & { slot: number }>`
    select x.slot, ${ownEventColumns(sql`x.person`)}
    from unnest(${slots}::integer[], ${slots.map((slot) => requests[slot]?.id)}::uuid[], ${slots.map((slot) => requests[slot]?.callerId)}::uuid[])
      x(slot, event, person) join events e on e.id = x.event`.execute(db)
  for (const { slot, ...event } of rows) if (canAct(event.relations, act)) found[slot] = event
  return found
}
