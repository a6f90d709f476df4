import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { ConnectionRow } from '../rules/relation'
import { isBetween, isInDirectory, isNotSuspended, isUnblocked } from './person-row'

/** The columns of a connection, without its id. */
export type PairRow = {
  user_id: string
  connected_user_id: string
  status: ConnectionRow['status']
  note: string | null
  answered_at: Date | null
}

type Row = PairRow & { id: string }

const columns = sql`c.id, c.user_id, c.connected_user_id, c.status, c.note, c.answered_at`

export async function findConnectionBetween(
  db: Database | Transaction,
  personId: string,
  other: string,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from connections c where ${isBetween(personId, sql`${other}::uuid`)}`.execute(db)
  return rows[0] && toConnectionRow(rows[0])
}

/** Finds a connection by id if the caller is one of the two people. */
export async function findOwnConnection(
  db: Database | Transaction,
  id: string,
  callerId: string,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from connections c
    where c.id = ${id}::uuid and ${callerId}::uuid in (c.user_id, c.connected_user_id)`.execute(db)
  return rows[0] && toConnectionRow(rows[0])
}

export function toConnectionRow(row: Row): ConnectionRow {
  return {
    id: row.id,
    userId: row.user_id,
    connectedUserId: row.connected_user_id,
    status: row.status,
    note: row.note,
    answeredAt: row.answered_at,
  }
}

/**
 * Whether the caller may see this person. A caller sees themselves, people in the directory who are not suspended,
 * and people with a connection or a pending request between them. A block hides both people from each other.
 */
export async function canSeePerson(
  db: Database | Transaction,
  callerId: string,
  otherId: string,
): Promise<boolean> {
  if (callerId === otherId) return true
  const { rows } = await sql`
    select 1 from profiles p where p.id = ${otherId}::uuid and ${isUnblocked(callerId)} and (
      ${isInDirectory} and ${isNotSuspended}
      or exists (select from connections c where ${isBetween(callerId, sql`p.id`)} and c.status <> 'declined'))`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Locks both profiles, the smaller id first. Call this before every change of a relation, and read the relation
 * afterwards: the lock serializes a block and a request, or two crossing requests.
 */
export async function lockPair(trx: Transaction, personId: string, other: string): Promise<void> {
  await sql`
    select id from profiles where id in (${personId}::uuid, ${other}::uuid) order by id for no key update`.execute(
    trx,
  )
}
