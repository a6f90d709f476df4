import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Caller } from '~/platform/rpc/caller'
import { REPORTING, type ReportReason } from '../../rules/chat-limits'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { selectReadableRooms } from '../visible-rooms'
import { insertHiddenPerson } from './hide-person'
import { isKnownTo } from './known-person'
import { publishQueue } from './publish-queue'
import { notify } from '~/features/notifications/server/public'
import { formatCaseNumber } from '../../rules/case-decision'
import { type CaseRow, caseColumns, caseTables, formatCaseTitle } from '../cases/case-row'

/**
 * How often to try to store a report. An attempt fails if the case is decided after it is found and before it is
 * locked; the next attempt then opens a new case.
 */
const ATTEMPTS = 3

export interface Report {
  about: { kind: 'message'; messageId: string } | { kind: 'person'; personId: string }
  reason: ReportReason
  note: string
  hidePerson: boolean
}

interface Subject {
  message_id: string | null
  person_id: string | null
  room_id: string | null
  quote: string | null
  message_at: Date | null
  message_seq: number | null
}

/**
 * Adds a report to the open case about a message or person. If there is none, opens a case that quotes the message's
 * current text. Further reports by the same person are stored too, unless reason and note are the same. The reported
 * person is not notified.
 */
export async function report(
  context: Pick<ChatContext, 'caller' | 'db' | 'jobs' | 'limits' | 'live' | 'log' | 'now'>,
  input: Report,
): Promise<void> {
  const caller = requireCaller(context)
  const callerId = caller.id
  await context.limits.consume('chat_report', callerId, REPORTING)
  await context.db.transaction().execute(async (trx) => {
    const subject = await findSubject(trx, caller, input.about)
    if (!subject) throw refuse('NOT_FOUND')
    if (subject.person_id === callerId) throw refuse('OWN_ACCOUNT')
    const caseId = await lockCase(trx, subject, context.now())
    await addReport(trx, caseId, { ...input, callerId, now: context.now() })
    await notifyModerators(trx, context.jobs, { caseId, reporterId: callerId })
    if (input.hidePerson && subject.person_id !== null)
      await insertHiddenPerson(trx, callerId, subject.person_id)
  })
  if (input.hidePerson) context.live.publish([callerId], ['chat'])
  await publishQueue(context)
}

/** Finds a message that the caller can read, or a person they may know of. */
async function findSubject(
  trx: Transaction,
  caller: Pick<Caller, 'id' | 'roles'>,
  about: Report['about'],
): Promise<Subject | undefined> {
  if (about.kind === 'person')
    return (await isKnownTo(trx, caller, about.personId))
      ? {
          person_id: about.personId,
          message_id: null,
          room_id: null,
          quote: null,
          message_at: null,
          message_seq: null,
        }
      : undefined
  if (!isId(about.messageId)) return undefined
  return selectReadableRooms(trx, caller)
    .innerJoin('chat_messages as c', 'c.room_id', 'r.id')
    .where('c.id', '=', about.messageId)
    .where('c.hidden_at', 'is', null)
    .select([
      'c.id as message_id',
      'c.user_id as person_id',
      'c.room_id',
      'c.content as quote',
      'c.created_at as message_at',
      'c.seq as message_seq',
    ])
    .executeTakeFirst()
}

async function lockCase(trx: Transaction, subject: Subject, now: Date): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const held = await findOpenCase(trx, subject)
    if (held) return held.id
    const opened = await trx
      .insertInto('moderation_cases')
      .values({ ...subject, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (opened) return opened.id
  }
  throw new Error('Every case about this subject was decided meanwhile')
}

function findOpenCase(
  trx: Transaction,
  { message_id, person_id }: Subject,
): Promise<{ id: string } | undefined> {
  const open = trx.selectFrom('moderation_cases').where('decided_at', 'is', null).select('id').forUpdate()
  return (
    message_id === null
      ? open.where('message_id', 'is', null).where('person_id', '=', person_id)
      : open.where('message_id', '=', message_id)
  ).executeTakeFirst()
}

async function addReport(
  trx: Transaction,
  caseId: string,
  { callerId, reason, note, now }: Pick<Report, 'reason' | 'note'> & { callerId: string; now: Date },
): Promise<void> {
  const storedNote = note === '' ? null : note
  // Requires the case lock, so that two equal concurrent reports are stored once.
  await sql`
    insert into moderation_reports (case_id, reporter_id, reason, note, created_at)
    select ${caseId}::uuid, ${callerId}::uuid, ${reason}, ${storedNote}::text, ${now}::timestamptz
    where not exists (select from moderation_reports r where r.case_id = ${caseId}::uuid
      and r.reporter_id = ${callerId}::uuid and r.reason = ${reason} and r.note is not distinct from ${storedNote}::text)`.execute(
    trx,
  )
}

/**
 * Notifies moderators and admins of a report, except its author and the reported person. Further reports in the same
 * case create no new notification until that one is read, so that a thousand reporters cause one notification.
 */
async function notifyModerators(
  trx: Transaction,
  jobs: ChatContext['jobs'],
  { caseId, reporterId }: { caseId: string; reporterId: string },
): Promise<void> {
  const { rows } = await sql<CaseRow & { moderators: string[] }>`
    select ${caseColumns}, array(
      select distinct u.user_id from user_roles u
      where u.role in ('moderator', 'admin') and u.user_id <> ${reporterId}
        and u.user_id is distinct from c.person_id
        and not exists (select from notifications n where n.user_id = u.user_id and n.subject_id = c.id
          and n.kind = 'report_filed' and n.read_at is null)) as moderators
    from ${caseTables} where c.id = ${caseId}`.execute(trx)
  const [found] = rows
  if (!found) return
  const facts = { title: formatCaseNumber(found.number), note: formatCaseTitle(found) }
  await notify(
    trx,
    jobs,
    found.moderators.map((userId) => ({
      userId,
      kind: 'report_filed',
      // The reporter is not set as the actor, because a block between the reporter and the moderator would hide the
      // notification.
      actorId: null,
      subjectId: caseId,
      facts,
    })),
  )
}
