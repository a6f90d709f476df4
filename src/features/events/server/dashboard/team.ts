import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { EventPerson } from '../../contract-dashboard-shapes'
import { PEOPLE_MAX } from '../../rules/event-limits'
import type { Context } from '../context'
import { getOwnEvent, type OwnEvent } from '../own-event'
import { changeEvent, type DashboardContext } from './change-event'
import { findMemberNames } from './find-members'
import { teamEmailJob } from './team-email-job'
import { refuse } from '../refused-error'
import { refuseFields } from './errors'

type Relation = 'manager' | 'check_in'
interface NewPerson {
  id: string
  personId?: string | undefined
  email?: string | undefined
  relation: Relation
}

// Limits how many email addresses a caller can test to find out who has an account.
const BY_ADDRESS = { points: 20, seconds: 3600 }
/**
 * Limits team changes by one organizer and about one person: each change may send a notification and an email with an
 * event title of the organizer's choice.
 */
const BY_CALLER = { points: 60, seconds: 3600 }
const ABOUT_PERSON = { points: 20, seconds: 86_400 }
const SAME_NEWS = sql`interval '1 hour'`

/** Lists the team of the event, the organizer first: managers, check-in staff and the host. @throws NOT_FOUND */
export async function listTeam(context: Pick<Context, 'caller' | 'db'>, id: string): Promise<EventPerson[]> {
  await getOwnEvent(context.db, requireCaller(context), { id, act: 'team' })
  const { rows } = await sql<EventPerson>`
    select p.id as "personId", p.display_name as name, p.avatar_url as "avatarUrl", x.relation
    from (
      select organizer_id as person_id, 'organizer' as relation, 1 as place, created_at from events where id = ${id}::uuid
      union all select dj_id, 'host', 2, created_at from events where id = ${id}::uuid
      union all select person_id, relation, case relation when 'manager' then 3 else 4 end, created_at
        from event_people where event_id = ${id}::uuid
    ) x join profiles p on p.id = x.person_id
    order by x.place, x.created_at, p.id`.execute(context.db)
  return rows
}

/**
 * Adds a person to the team, or changes their role, and notifies them in the app and by email. Accepts a member who can
 * be found, or an account with this verified address. @throws NOT_FOUND, PERSON_NOT_FOUND, INVALID, IS_ORGANIZER,
 * TOO_MANY_REQUESTS
 */
export async function addPerson(
  context: DashboardContext & Pick<Context, 'limits'>,
  { id, personId, email, relation }: NewPerson,
): Promise<{ personId: string }> {
  const caller = requireCaller(context)
  if (personId === undefined && email === undefined)
    throw refuseFields([{ path: 'email', message: 'Choose a member, or enter an email address.' }])
  const added = await changeEvent(context, { id, act: 'team', person: personId }, async (trx, event) => {
    // Count the request after the permission check, so that strangers neither use up limits nor learn about accounts.
    if (personId === undefined) await context.limits.consume('event person by address', caller.id, BY_ADDRESS)
    const found = await findPerson(trx, caller.id, { personId, email })
    if (found === undefined) throw refuse('PERSON_NOT_FOUND')
    if (found === event.organizerId) throw refuse('IS_ORGANIZER')
    await writePerson(trx, context, { event, personId: found, relation })
    return found
  })
  context.live.publish([added], ['notifications'])
  return { personId: added }
}

async function findPerson(
  trx: Transaction,
  callerId: string,
  { personId, email }: Pick<NewPerson, 'personId' | 'email'>,
): Promise<string | undefined> {
  if (personId !== undefined) {
    const found = await findMemberNames(trx, callerId, [personId])
    // Returns the id as stored, because the input may have capital letters.
    return [...found.keys()][0]
  }
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join profiles p on p.id = a.id
    where lower(a.email) = ${email ?? ''} and a.email_verified_at is not null and not is_suspended(a.id)
      and not is_blocked_between(${callerId}::uuid, a.id)
    -- Waits for a concurrent deletion.
    for key share of a`.execute(trx)
  return rows[0]?.id
}

async function writePerson(
  trx: Transaction,
  context: DashboardContext & Pick<Context, 'limits'>,
  { event, personId, relation }: { event: OwnEvent; personId: string; relation: Relation },
): Promise<void> {
  const { id: byId } = requireCaller(context)
  const { rows: others } = await sql<{ person_id: string; relation: Relation }>`
    select person_id, relation from event_people where event_id = ${event.id}::uuid`.execute(trx)
  const existing = others.find((other) => other.person_id === personId)
  if (existing?.relation === relation) return
  if (!existing && others.length >= PEOPLE_MAX)
    throw refuseFields([
      { path: 'relation', message: `At most ${PEOPLE_MAX} people can help with an event.` },
    ])
  await context.limits.consume('event people', byId, BY_CALLER)
  await context.limits.consume('event people same person', `${byId} ${personId}`, ABOUT_PERSON)
  await trx
    .insertInto('event_people')
    .values({ event_id: event.id, person_id: personId, relation, added_by: byId })
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'person_id']).doUpdateSet({ relation, added_by: byId }),
    )
    .execute()
  await notifyPerson(trx, context, { event, personId, relation })
  await recordAudit(trx, {
    actorId: byId,
    action: 'events.add_person',
    subject: { type: 'event', id: event.id },
    details: { event: event.title, person: personId, role: relation },
    requestId: context.requestId,
  })
}

/** Notifies the person in the app and by email, unless they got the same notification within the hour. */
async function notifyPerson(
  trx: Transaction,
  context: DashboardContext,
  { event, personId, relation }: { event: OwnEvent; personId: string; relation: Relation },
): Promise<void> {
  const { id: byId } = requireCaller(context)
  const kind = relation === 'manager' ? 'event_manager' : 'event_check_in'
  const { rows: notified } = await sql`
    select from notifications where user_id = ${personId}::uuid and subject_id = ${event.id}::uuid and kind = ${kind}
      and created_at > now() - ${SAME_NEWS} limit 1`.execute(trx)
  // An earlier role's notification would now link to a page that the person may no longer open.
  await settleTeamNotifications(trx, event.id, personId)
  if (notified.length > 0) return
  const facts = { title: event.title }
  await notify(trx, context.jobs, [{ userId: personId, kind, actorId: byId, subjectId: event.id, facts }])
  await context.jobs.enqueue(trx, teamEmailJob, { userId: personId, eventId: event.id, byId })
}

/**
 * Removes a person from the team: by the organizer, or by themselves. Removing a person who does not help is a no-op.
 * @throws NOT_FOUND
 */
export async function removePerson(
  context: DashboardContext,
  { id, personId }: { id: string; personId: string },
): Promise<void> {
  if (!isId(personId)) throw refuse('NOT_FOUND')
  // Every helper has the permission `check_in`; for others the event is not found.
  const act = personId.toLowerCase() === requireCaller(context).id ? 'check_in' : 'team'
  await changeEvent(context, { id, act }, async (trx, event) => {
    const removed = await trx
      .deleteFrom('event_people')
      .where('event_id', '=', id)
      .where('person_id', '=', personId)
      .returning('relation')
      .executeTakeFirst()
    if (!removed) return
    await settleTeamNotifications(trx, id, personId)
    await recordAudit(trx, {
      actorId: requireCaller(context).id,
      action: 'events.remove_person',
      subject: { type: 'event', id },
      details: { event: event.title, person: personId, role: removed.relation },
      requestId: context.requestId,
    })
  })
  // The person is no longer among the event's people, but their browser must refetch too.
  context.live.publish([personId], ['events', 'notifications'])
}

/** Settles the notifications about a person's role in the event: their links no longer work for this person. */
function settleTeamNotifications(trx: Transaction, eventId: string, userId: string): Promise<void> {
  return settleNotifications(trx, { subjectId: eventId, userId, kinds: ['event_manager', 'event_check_in'] })
}
