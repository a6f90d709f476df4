import type { Currency } from '~/lib/currency'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { type EventAction, type EventRelation, canAct } from '../rules/event-policy'
import type { DashboardStatus } from '../rules/event-status'
import { refuse } from './refused-error'

export interface OwnEvent {
  id: string
  title: string
  status: DashboardStatus
  version: number
  timezone: string
  currency: Currency
  startsAt: Date
  endsAt: Date | null
  organizerId: string | null
  relations: EventRelation[]
}

interface OwnEventRequest {
  id: string
  act: EventAction
  lock?: boolean
}

/**
 * Returns an event for one of its own people; undefined if it does not exist or the caller lacks the permission `act`,
 * so that strangers learn nothing. `lock` locks the row until the transaction ends; foreign key checks still pass.
 */
export async function findOwnEvent(
  db: Database | Transaction,
  caller: Pick<Caller, 'id'>,
  { id, act, lock = false }: OwnEventRequest,
): Promise<OwnEvent | undefined> {
  if (!isId(id)) return undefined
  // Locks in a statement of its own, so that the next one sees all changes of the previous lock holder.
  if (lock) await sql`select from events where id = ${id}::uuid for no key update`.execute(db)
  const { rows } = await sql<OwnEvent>`
    select ${ownEventColumns(sql`${caller.id}::uuid`)} from events e where e.id = ${id}::uuid`.execute(db)
  const event = rows[0]
  return event && canAct(event.relations, act) ? event : undefined
}

/** Like `findOwnEvent`, but throws if there is none. @throws NOT_FOUND */
export async function getOwnEvent(
  db: Database | Transaction,
  caller: Pick<Caller, 'id'>,
  request: OwnEventRequest,
): Promise<OwnEvent> {
  const event = await findOwnEvent(db, caller, request)
  if (!event) throw refuse('NOT_FOUND')
  return event
}

/** Returns SQL for the relations of a person to `events e`: text[], empty for strangers. */
export const selectEventRelations = (person: RawBuilder<unknown>) => sql`array_remove(array[
    case when e.organizer_id = ${person} then 'organizer' end,
    case when e.dj_id = ${person} then 'host' end,
    (select p.relation from event_people p where p.event_id = e.id and p.person_id = ${person})
  ], null)`

/** Columns of an OwnEvent for the person with the id `person`; needs `events e`. */
export const ownEventColumns = (person: RawBuilder<unknown>) => sql`
  e.id, e.title, e.event_status as status, e.version, e.timezone, e.currency, e.event_date as "startsAt", e.ends_at as "endsAt",
  e.organizer_id as "organizerId", ${selectEventRelations(person)} as relations`
