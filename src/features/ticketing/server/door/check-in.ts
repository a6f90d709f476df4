import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { DoorAct, DoorAnswer } from '../../contract-door'
import type { DoorWord } from '../../rules/door-answer'

/** One act at a door of one event. */
export interface DoorRequest {
  /** All ids in lower case. */
  nonce: string
  kind: DoorAct['kind']
  /** What a code carries; null where it is no code of ours, and for all other kinds. */
  secret: string | null
  /** The ticket, the guest, or the nonce to undo. */
  subject: string | null
  people: number
  ageMs: number
  wasOffline: boolean
  wasLetIn: boolean
  letIn: boolean
  door: string
  device: string
  byId: string
  /** May undo whatever is old. */
  isSenior: boolean
  /** By `performance.now()`; waiting for the batch makes an act no younger. */
  arrivedAt: number
}

interface Row {
  answer: DoorWord
  counted: number
  turned_away: number
  ticket: DoorAnswer['ticket']
  guest: DoorAnswer['guest']
  since: DoorAnswer['since']
  other: DoorAnswer['other']
}

/** Acts of one event in one statement and transaction, in the order given; one answer for each. Safe to repeat. */
export async function checkIn(
  db: Database,
  eventId: string,
  requests: readonly DoorRequest[],
): Promise<DoorAnswer[]> {
  const now = performance.now()
  const { rows } = await sql<Row>`
    select * from check_in(
      ${eventId}, ${arrayOf(requests, ({ nonce }) => nonce)}::uuid[], ${arrayOf(requests, ({ kind }) => kind)}::text[],
      ${arrayOf(requests, ({ secret }) => secret)}::uuid[], ${arrayOf(requests, ({ subject }) => subject)}::uuid[],
      ${arrayOf(requests, ({ people }) => people)}::integer[],
      ${arrayOf(requests, ({ ageMs, arrivedAt }) => ageMs + now - arrivedAt)}::double precision[],
      ${arrayOf(requests, ({ wasOffline }) => wasOffline)}::boolean[], ${arrayOf(requests, ({ letIn }) => letIn)}::boolean[],
      ${arrayOf(requests, ({ wasLetIn }) => wasLetIn)}::boolean[], ${requests.map(({ door }) => door)}::text[],
      ${arrayOf(requests, ({ device }) => device)}::uuid[], ${arrayOf(requests, ({ byId }) => byId)}::uuid[],
      ${arrayOf(requests, ({ isSenior }) => isSenior)}::boolean[]
    )`.execute(db)
  return requests.map(({ nonce }, index) => {
    const row = rows[index]
    if (!row) throw new Error('The database left a scan unanswered')
    const { answer, counted, turned_away: turnedAway, ticket, guest, since, other } = row
    return { nonce, answer, counted, turnedAway, ticket, guest, since, other }
  })
}

/** What needs no quoting: ids, numbers, words of ours. */
function arrayOf(
  requests: readonly DoorRequest[],
  read: (request: DoorRequest) => string | number | boolean | null,
): string {
  return `{${requests.map((request) => read(request) ?? 'null').join(',')}}`
}
