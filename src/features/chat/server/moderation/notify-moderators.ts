import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { notify } from '~/features/notifications/server/public'
import { formatCaseNumber } from '../../rules/case-decision'
import { type CaseRow, caseColumns, caseTables, formatCaseTitle } from '../cases/case-row'
import type { ChatContext } from '../context'

/**
 * Notifies moderators and admins of a report, except its author and the reported person. Further reports of the same
 * case add nothing until the notification is read, so that a thousand reporters cause one notification.
 */
export async function notifyModerators(
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
      // Without the reporter: a block between the two would hide the notification.
      actorId: null,
      subjectId: caseId,
      facts,
    })),
  )
}
