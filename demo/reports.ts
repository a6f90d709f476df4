import type { Transaction } from '~/database/connect'
import type { FindMessage } from './chat'
import { insertRows } from './insert-rows'
import { getPersonId } from './people'
import { seedId } from './random'
import { mutes, reports, type SeedReport } from './texts/reports'

const MINUTE = 60_000

export async function seedReports(trx: Transaction, now: Date, findMessage: FindMessage): Promise<void> {
  const subtractMinutes = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE)
  await insertRows(
    trx,
    'moderation_cases',
    reports.map((report, n) => toCaseRow(report, n, { subtractMinutes, findMessage })),
  )
  await insertRows(
    trx,
    'moderation_reports',
    reports.flatMap((report, n) =>
      report.reports.map(([reporter, minutes, reason, note], position) => ({
        id: seedId('report', n * 100 + position),
        case_id: getCaseId(n),
        reporter_id: getPersonId(reporter),
        reason,
        note: note ?? null,
        created_at: subtractMinutes(minutes),
      })),
    ),
  )
  for (const [n, report] of reports.entries())
    await seedModeration(trx, n, report, { subtractMinutes, findMessage })
  await seedRoomMutes(trx, subtractMinutes)
}

const getCaseId = (n: number): string => seedId('case', n)

interface Seeding {
  subtractMinutes: (minutes: number) => Date
  findMessage: FindMessage
}

function toCaseRow(report: SeedReport, n: number, { subtractMinutes, findMessage }: Seeding) {
  const message = 'message' in report ? findMessage(report.message) : null
  const { decided } = report
  const takenBy = decided?.by ?? report.takenBy
  return {
    id: getCaseId(n),
    message_id: message?.id ?? null,
    person_id: 'person' in report ? getPersonId(report.person) : (message?.user_id ?? null),
    room_id: message?.room_id ?? null,
    quote: message?.content ?? null,
    message_at: message?.created_at ?? null,
    message_seq: message?.seq ?? null,
    decision: decided?.decision ?? null,
    decision_reason: decided?.reason ?? null,
    taken_by: takenBy === undefined ? null : getPersonId(takenBy),
    decided_by: decided ? getPersonId(decided.by) : null,
    decided_at: decided ? subtractMinutes(decided.minutes) : null,
    created_at: subtractMinutes(Math.max(...report.reports.map(([, minutes]) => minutes))),
  }
}

async function seedModeration(
  trx: Transaction,
  n: number,
  report: SeedReport,
  { subtractMinutes, findMessage }: Seeding,
): Promise<void> {
  const { decided } = report
  if (!decided || !('message' in report)) return
  const { id, user_id: userId, room_id: roomId } = findMessage(report.message)
  const actor = getPersonId(decided.by)
  const at = subtractMinutes(decided.minutes)
  const record: Recorded[] = []
  const details = { case: `R-${n + 1}`, reason: decided.reason }
  if (decided.decision !== 'nothing') {
    await trx
      .updateTable('chat_messages')
      .set({ hidden_at: at, hidden_by: actor })
      .where('id', '=', id)
      .execute()
    record.push(['chat.hide_message', 'message', id, { person: userId, room: roomId, ...details }])
  }
  if (decided.muteMinutes !== undefined && userId !== null) {
    const until = subtractMinutes(decided.minutes - decided.muteMinutes)
    await insertRows(trx, 'chat_mutes', [
      {
        id: seedId('mute', n),
        user_id: userId,
        room_id: null,
        until,
        reason: decided.reason,
        muted_by: actor,
        created_at: at,
      },
    ])
    record.push(['chat.mute', 'person', userId, { room: null, until: until.toISOString(), ...details }])
  }
  record.push([
    'chat.decide_case',
    'case',
    getCaseId(n),
    { decision: decided.decision, person: userId, ...details },
  ])
  await insertRows(
    trx,
    'audit_log',
    record.map((entry, position) => toAuditRow(entry, { actor, at, n: n * 10 + position })),
  )
}

async function seedRoomMutes(trx: Transaction, subtractMinutes: Seeding['subtractMinutes']): Promise<void> {
  for (const [n, mute] of mutes.entries()) {
    const room = await trx
      .selectFrom('chat_rooms')
      .where('name', '=', mute.room)
      .select('id')
      .executeTakeFirstOrThrow()
    const [actor, person] = [getPersonId(mute.by), getPersonId(mute.person)]
    const [at, until] = [subtractMinutes(mute.minutes), subtractMinutes(mute.minutes - mute.forMinutes)]
    await insertRows(trx, 'chat_mutes', [
      {
        id: seedId('mute', 100 + n),
        user_id: person,
        room_id: room.id,
        until,
        reason: mute.reason,
        muted_by: actor,
        created_at: at,
      },
    ])
    const details = { room: room.id, until: until.toISOString(), reason: mute.reason }
    await insertRows(trx, 'audit_log', [
      toAuditRow(['chat.mute', 'person', person, details], { actor, at, n: 1000 + n }),
    ])
  }
}

type Recorded = readonly [
  action: string,
  type: string,
  subject: string,
  details: Record<string, string | null>,
]

function toAuditRow(
  [action, type, subject, details]: Recorded,
  { actor, at, n }: { actor: string; at: Date; n: number },
) {
  return {
    id: seedId('audit', n),
    actor_id: actor,
    action,
    subject_type: type,
    subject_id: subject,
    details,
    created_at: at,
  }
}
