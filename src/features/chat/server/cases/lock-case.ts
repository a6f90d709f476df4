import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { type CaseState, findCaseError } from '../../rules/case-decision'
import { refuse } from '../refused-error'
import { isAdmin, isCaseVisibleTo } from './case-row'

export type LockedCase = CaseState & {
  id: string
  number: number
  messageId: string | null
  personId: string | null
  roomId: string | null
}

/** Loads a case and locks it until the commit, so that a concurrent change waits and then sees this one. */
export async function lockCase(
  trx: Transaction,
  caller: Pick<Caller, 'id'>,
  caseId: string,
): Promise<LockedCase> {
  if (!isId(caseId)) throw refuse('NOT_FOUND')
  const { rows } = await sql<LockedCase>`
    select id, number, message_id as "messageId", person_id as "personId", room_id as "roomId", taken_by as "takenBy",
      passed_to_admin_at is not null as "isPassedToAdmin", decided_at is not null as "isDecided"
    from moderation_cases c where c.id = ${caseId} and ${isCaseVisibleTo(caller)} for update`.execute(trx)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  return row
}

/** Like `lockCase`, and checks that the caller may continue with the case. */
export async function lockCaseForChange(
  trx: Transaction,
  caller: Pick<Caller, 'id' | 'roles'>,
  caseId: string,
): Promise<LockedCase> {
  const held = await lockCase(trx, caller, caseId)
  checkCase(held, caller)
  return held
}

/** Refuses a caller who may not continue with the case. */
export function checkCase(state: CaseState, caller: Pick<Caller, 'id' | 'roles'>): void {
  const code = findCaseError(state, { id: caller.id, isAdmin: isAdmin(caller) })
  if (code) throw refuse(code)
}
