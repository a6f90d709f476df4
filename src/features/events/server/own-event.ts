import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { type EventAct, type EventRelation, mayDo } from '../rules/event-policy'
import type { DeskStatus } from '../rules/event-status'

export interface OwnEvent {
  id: string
  title: string
  status: DeskStatus
  version: number
  timezone: string
  startsAt: Date
  endsAt: Date | null
  organizerId: string | null
  relations: EventRelation[]
}

/**
 * An event as one of its own people comes to it: undefined when it is not there, or when none of their relations lets them do `act`, so
 * that strangers learn nothing. `lock` holds the row against other changes until the transaction ends; foreign keys may still look.
 */
export async function findOwnEvent(
  db: Database | Transaction,
  caller: Pick<Caller, 'id'>,
  { id, act, lock = false }: { id: string; act: EventAct; lock?: boolean },
): Promise<OwnEvent | undefined> {
  if (!isId(id)) return undefined
  // A statement of its own: the next one sees what whoever held the row before has done, also with the event's people.
  if (lock) await sql`select from events where id = ${id}::uuid for no key update`.execute(db)
  const { rows } = await sql<OwnEvent>`
    select ${ownEventColumns(sql`${caller.id}::uuid`)} from events e where e.id = ${id}::uuid`.execute(db)
  const event = rows[0]
  return event && mayDo(event.relations, act) ? event : undefined
}

/** How that person stands to `events e`: text[], empty for strangers. */
export const eventRelations = (person: RawBuilder<unknown>) => sql`array_remove(array[
    case when e.organizer_id = ${person} then 'organizer' end,
    case when e.dj_id = ${person} then 'host' end,
    (select p.relation from event_people p where p.event_id = e.id and p.person_id = ${person})
  ], null)`

/** What an OwnEvent is made of, where `events e` is read for the person whose id `person` is. */
export const ownEventColumns = (person: RawBuilder<unknown>) => sql`
  e.id, e.title, e.event_status as status, e.version, e.timezone, e.event_date as "startsAt", e.ends_at as "endsAt",
  e.organizer_id as "organizerId", ${eventRelations(person)} as relations`
