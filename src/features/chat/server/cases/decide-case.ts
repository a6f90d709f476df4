import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { type Notice, settleNotifications } from '~/features/notifications/server/public'
import { requireCaller } from '~/platform/rpc/context'
import { formatCaseNumber, listDecisions } from '../../rules/case-decision'
import type { Decision } from '../../rules/chat-limits'
import { isProtected } from '../../rules/protection'
import { runChatChange, type NewEvent, listChangedMembers } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { type Act, toModerationAction } from '../moderation/moderation-action'
import { readTarget } from '../moderation/find-target'
import { createMuteNotification, createRoomNotification } from '../moderation/person-notifications'
import { banPerson } from '../moderation/set-ban'
import { setMessageHidden } from '../moderation/set-hidden'
import { countMuteEvents, createMemberEvents, setMute } from '../moderation/set-mute'
import { publishQueue } from '../moderation/publish-queue'
import { type LockedCase, lockCaseForChange } from './lock-case'

export interface CaseInput {
  caseId: string
  decision: Decision
  /** Required by the contract for a mute. */
  minutes?: number | undefined
  reason: string
}

/**
 * Decides a case and carries the decision out in one transaction. A mute applies in all rooms; a ban applies in the
 * message's room and also hides the message. Of two concurrent decisions, the second is refused with DECIDED.
 */
export async function decideCase(context: ChatContext, input: CaseInput): Promise<void> {
  const caller = requireCaller(context)
  const person = isId(input.caseId) ? await findReportedPerson(context, input.caseId) : null
  const mute = person === null ? null : { personId: person, roomId: null }
  // Hiding the message, banning the person and appointing a new room admin write up to three events together; a mute
  // writes one event per room.
  const maxEvents = 3 + (mute && isMuting(input.decision) ? await countMuteEvents(context.db, mute) : 0)
  await runChatChange(context, maxEvents, async (trx) => {
    const held = await lockCaseForChange(trx, caller, input.caseId)
    await checkDecision(trx, held, input.decision)
    const number = formatCaseNumber(held.number)
    const act = { ...toModerationAction(context, input.reason), caseNumber: number }
    const events = await applyDecision(trx, act, { held, maxEvents, ...input })
    await trx
      .updateTable('moderation_cases')
      .set({
        decision: input.decision,
        decision_reason: input.reason,
        decided_by: caller.id,
        decided_at: act.now,
      })
      .where('id', '=', held.id)
      .execute()
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.decide_case',
      subject: { type: 'case', id: held.id },
      details: { case: number, decision: input.decision, person: held.personId, reason: input.reason },
      requestId: context.requestId,
    })
    await settleNotifications(trx, { subjectId: held.id, kinds: ['report_filed'] })
    const notified = held.personId === null ? [] : [held.personId, ...listChangedMembers(events)]
    return { events, notices: await createNotifications(trx, held, input), notified }
  })
  await publishQueue(context)
}

function isMuting(decision: Decision): boolean {
  return decision === 'mute' || decision === 'hide_and_mute'
}

async function findReportedPerson({ db }: Pick<ChatContext, 'db'>, caseId: string): Promise<string | null> {
  const row = await db
    .selectFrom('moderation_cases')
    .where('id', '=', caseId)
    .select('person_id')
    .executeTakeFirst()
  return row?.person_id ?? null
}

/**
 * Checks the decision again under the lock: since the first check, the message may have been deleted, or the person
 * may have become a moderator.
 */
async function checkDecision(trx: Transaction, held: LockedCase, decision: Decision): Promise<void> {
  const target = held.personId === null ? undefined : await readTarget(trx, held.personId)
  const isSafe = target !== undefined && isProtected(target, { isStaff: true })
  if (isSafe && decision !== 'nothing' && decision !== 'hide') throw refuse('PROTECTED')
  const message = held.messageId === null ? null : await getMessageState(trx, held.messageId)
  const options = listDecisions({
    message,
    canBeRestricted: target !== undefined && !isSafe,
    hasRoom: held.roomId !== null && !(await isDirectRoom(trx, held.roomId)),
  })
  if (!options.includes(decision)) throw refuse('DECISION_NOT_POSSIBLE')
}

async function getMessageState(trx: Transaction, messageId: string): Promise<'there' | 'gone'> {
  const row = await trx
    .selectFrom('chat_messages')
    .where('id', '=', messageId)
    .select('id')
    .executeTakeFirst()
  return row ? 'there' : 'gone'
}

async function isDirectRoom(trx: Transaction, roomId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('chat_rooms')
    .where('id', '=', roomId)
    .select('direct_key')
    .executeTakeFirst()
  return row !== undefined && row.direct_key !== null
}

/** Returns a single notification, for the most severe measure. */
async function createNotifications(
  trx: Transaction,
  { personId, roomId }: LockedCase,
  { decision, minutes, reason }: CaseInput,
): Promise<Notice[]> {
  if (decision === 'nothing' || personId === null) return []
  if (isMuting(decision) && minutes !== undefined)
    return [await createMuteNotification(trx, { personId, roomId: null, minutes, reason })]
  if (roomId === null) return []
  const kind = decision === 'ban' ? 'chat_banned' : 'message_hidden'
  return [await createRoomNotification(trx, kind, { personId, roomId, reason })]
}

async function applyDecision(
  trx: Transaction,
  act: Act,
  {
    held: { messageId, personId, roomId },
    decision,
    minutes,
    maxEvents,
  }: CaseInput & { held: LockedCase; maxEvents: number },
): Promise<NewEvent[]> {
  if (decision === 'nothing') return []
  const events: NewEvent[] = []
  if (decision !== 'mute' && messageId !== null)
    events.push(...(await setMessageHidden(trx, act, { messageId, isHidden: true })))
  if (isMuting(decision) && personId !== null && minutes !== undefined) {
    const everywhere = { personId, roomId: null }
    await setMute(trx, act, { ...everywhere, minutes })
    events.push(...(await createMemberEvents(trx, everywhere, maxEvents - events.length)))
  }
  if (decision === 'ban' && personId !== null && roomId !== null)
    events.push(...(await banPerson(trx, act, { personId, roomId })))
  return events
}
