import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { confirmPassword } from '~/features/identity/server/public'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { isMember } from '~/platform/rpc/access'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { getOwnEvent } from '../own-event'
import { changeEvent, type DashboardContext } from './change-event'
import { findMemberNames } from './find-members'
import { teamEmailJob } from './team-email-job'
import { refuse } from '../refused-error'

interface HandOver {
  id: string
  personId: string
  password?: string | undefined
}

/**
 * Transfers an event to another member, including money and team. The previous organizer stays as a manager. Requires
 * the caller's password, since only the new organizer can reverse it.
 * @throws NOT_FOUND, PERSON_NOT_FOUND, IS_ORGANIZER, SETTLED, OWING, BOOKINGS_PENDING, PASSWORD_MISSING, WRONG_PASSWORD, BUSY, TOO_MANY_REQUESTS
 */
export async function transferEvent(
  context: DashboardContext & Pick<Context, 'ip' | 'limits' | 'requestHeaders' | 'secret'>,
  { id, personId, password }: HandOver,
): Promise<void> {
  const caller = requireCaller(context)
  await getOwnEvent(context.db, caller, { id, act: 'team' })
  await requirePassword(context, caller.id, password)
  await changeEvent(context, { id, act: 'team', person: personId }, async (trx, event) => {
    if (personId === event.organizerId) throw refuse('IS_ORGANIZER')
    if (!(await canTakeOver(trx, caller.id, personId))) throw refuse('PERSON_NOT_FOUND')
    if (await isSettled(trx, id)) throw refuse('SETTLED')
    if (await isOwing(trx, caller.id, id)) throw refuse('OWING')
    if (await hasPendingBookings(trx, id)) throw refuse('BOOKINGS_PENDING')
    await trx
      .deleteFrom('event_people')
      .where('event_id', '=', id)
      .where('person_id', '=', personId)
      .execute()
    await trx
      .updateTable('events')
      .set({ organizer_id: personId, client_key: null })
      .where('id', '=', id)
      .execute()
    await trx
      .insertInto('event_people')
      .values({ event_id: id, person_id: caller.id, relation: 'manager', added_by: personId })
      .onConflict((conflict) =>
        conflict.columns(['event_id', 'person_id']).doUpdateSet({ relation: 'manager' }),
      )
      .execute()
    await settleNotifications(trx, {
      subjectId: id,
      userId: personId,
      kinds: ['event_manager', 'event_check_in'],
    })
    await notify(trx, context.jobs, [
      {
        userId: personId,
        kind: 'event_handed_over',
        actorId: caller.id,
        subjectId: id,
        facts: { title: event.title },
      },
    ])
    await context.jobs.enqueue(trx, teamEmailJob, { userId: personId, eventId: id, byId: caller.id })
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'events.hand_over',
      subject: { type: 'event', id },
      details: { event: event.title, person: personId },
      requestId: context.requestId,
    })
  })
  context.live.publish([personId], ['notifications'])
}

async function requirePassword(
  context: Pick<Context, 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>,
  userId: string,
  password: string | undefined,
): Promise<void> {
  if (!password) throw refuse('PASSWORD_MISSING')
  const result = await confirmPassword(context, { userId, password })
  if (result !== 'confirmed') throw refuse(result === 'wrong' ? 'WRONG_PASSWORD' : 'BUSY')
}

async function canTakeOver(trx: Transaction, callerId: string, personId: string): Promise<boolean> {
  const found = await findMemberNames(trx, callerId, [personId])
  if (!found.has(personId)) return false
  const roles = await trx.selectFrom('user_roles').select('role').where('user_id', '=', personId).execute()
  return isMember(roles.map(({ role }) => role))
}

/**
 * Whether bookings of the event wait for an answer. The previous organizer remains their client, and could agree on terms that the new one
 * pays for.
 */
async function hasPendingBookings(trx: Transaction, eventId: string): Promise<boolean> {
  const pending = await trx
    .selectFrom('bookings')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return pending !== undefined
}

async function isSettled(trx: Transaction, eventId: string): Promise<boolean> {
  const settled = await trx
    .selectFrom('settlements')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return settled !== undefined
}

/**
 * Whether the event has money while its organizer owes money, for this or another event. Such debts are deducted from
 * the event's money.
 */
async function isOwing(trx: Transaction, organizerId: string, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    select from events e where e.organizer_id = ${organizerId}::uuid
      and exists (select from ledger_days x where x.event_id = ${eventId}::uuid)
      and (select sum(d.amount) from ledger_days d where d.event_id = e.id and d.account = 'organizer') > 0 limit 1`.execute(
    trx,
  )
  return rows.length > 0
}
