import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { runTransactionWithRetries } from '~/database/transaction-with-retries'
import { cancelUserBookings } from '~/features/bookings/server/public'
import { leaveAllRooms } from '~/features/chat/server/public'
import { resetAccountLimits } from '~/features/identity/server/public'
import { removeMediaJob } from '~/features/members/server/public'
import { reverseUnsentTransfers } from '~/features/settlements/server/public'
import { isId } from '~/lib/ids'
import { getAdminStatus, findBlockingEvents, type Organized } from './deletion-blockers'
import { eraseContacts, type VerifiedContacts } from './erase-contacts'
import { findEventsOfPerson, eraseNames } from './erase-names'
import type { DeletionContext } from './context'

export type { Organized }
export type Deletion = 'done' | 'not_found' | 'is_admin' | { organizes: Organized[] }

interface DeletionHooks {
  /** Runs first in the transaction, and throws if the caller may not delete the account. */
  begin: (trx: Transaction) => Promise<void>
  /**
   * Writes the audit entry and sends notifications. `email` is the verified address, `role` the highest role the
   * person had.
   */
  record: (trx: Transaction, person: { email: string | null; role: string }) => Promise<void>
  /** Whether an admin's account may be deleted. Deleting the last admin is always refused. */
  canBeAdmin?: boolean
}

class Refused extends Error {
  override name = 'Refused'
  readonly reason: Exclude<Deletion, 'done'>
  constructor(reason: Exclude<Deletion, 'done'>) {
    super('the deletion was refused')
    this.reason = reason
  }
}

const REASON = 'The account was deleted.'

/**
 * Deletes an account and the person's data in one transaction. Data that others need is kept without the person's
 * name: messages, reviews they wrote, past bookings and events, orders (for accounting), and tickets, which stay
 * valid for their holders. See docs/operating.md.
 *
 * Lock order: the locks of `begin`, `admins` with `canBeAdmin`, the chat clock (the row that numbers chat messages),
 * then the account. The chat clock comes before the account because a message being sent holds it and waits for the
 * profile. A simultaneous purchase by this person locks its tickets first and then the account. PostgreSQL resolves
 * this deadlock by canceling one of the two transactions; a canceled deletion is retried.
 */
export async function deleteAccount(
  context: DeletionContext,
  id: string,
  { begin, record, canBeAdmin = false }: DeletionHooks,
): Promise<Deletion> {
  if (!isId(id)) return 'not_found'
  const now = context.now()
  try {
    const after = await runTransactionWithRetries(context.db, async (trx) => {
      await begin(trx)
      if (canBeAdmin) await lockAdmins(trx)
      const notifyRooms = await leaveAllRooms(trx, id)
      const { email, verifiedEmail, proven, role } = await lockPerson(trx, id, { now, canBeAdmin })
      const notifyBookings = await cancelUserBookings(trx, context.jobs, { userId: id, reason: REASON, now })
      // The calls below lock events before orders, as orders/server/LOCKING.md requires.
      const events = await findEventsOfPerson(trx, id)
      await reverseUnsentTransfers(trx, id)
      await detachEvents(trx, id, now)
      await detachTickets(trx, { userId: id, proven })
      await eraseNames(trx, id, events)
      await eraseContacts(trx, context.jobs, { userId: id, email, proven, now })
      await record(trx, { email: verifiedEmail, role })
      // Cascades to profile, picture, roles, sessions, links, notifications, connections, blocks, views and calendar.
      // Orders, messages, written reviews and past events are detached (`on delete set null`).
      await trx.deleteFrom('accounts').where('id', '=', id).execute()
      // A trigger has queued the picture's files for removal.
      await context.jobs.enqueue(trx, removeMediaJob, {})
      return { notifyRooms, notifyBookings, verifiedEmail }
    })
    after.notifyRooms(context)
    after.notifyBookings(context.live)
    await resetAccountLimits(context.limits, { userId: id, email: after.verifiedEmail })
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return error.reason
    throw error
  }
}

interface Reached {
  email: string | null
  verifiedEmail: string | null
  proven: VerifiedContacts
  role: string
}

/**
 * Lets only one transaction at a time change who is an admin. The trigger that protects the last admin takes the same
 * lock.
 */
async function lockAdmins(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
}

/**
 * Locks the account row, so that no new row can refer to the account. Returns the person's verified contacts and
 * highest role.
 */
async function lockPerson(
  trx: Transaction,
  id: string,
  { now, canBeAdmin }: { now: Date; canBeAdmin: boolean },
): Promise<Reached> {
  const account = await trx
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.id', 'accounts.id')
    .select(['accounts.email', 'accounts.email_verified_at', 'accounts.phone', 'accounts.phone_verified_at'])
    .select(['accounts.new_email', 'accounts.new_email_confirmed_by'])
    .where('accounts.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new Refused('not_found')
  const { isAdmin, isLast } = await getAdminStatus(trx, id)
  if (isAdmin && (isLast || !canBeAdmin)) throw new Refused('is_admin')
  const events = await findBlockingEvents(trx, id, now)
  if (events.length > 0) throw new Refused({ organizes: events })
  const factors = await trx
    .selectFrom('auth_factors')
    .select('phone')
    .where('user_id', '=', id)
    .where('status', '=', 'verified')
    .execute()
  const { rows: roles } = await sql<{
    role: string
  }>`select role::text from user_roles where user_id = ${id}::uuid`.execute(trx)
  const { email, phone } = account
  const verifiedEmail = account.email_verified_at === null ? null : email
  // The person has confirmed the change from the new address, but not yet from the current one.
  const verifiedNewEmail = account.new_email_confirmed_by === 'new' ? account.new_email : null
  const verifiedPhone = account.phone_verified_at === null ? null : phone
  return {
    email,
    verifiedEmail,
    role: getHighestRole(roles.map(({ role }) => role)),
    proven: {
      emails: listDistinct([verifiedEmail, verifiedNewEmail]),
      numbers: listDistinct([verifiedPhone, ...factors.map((factor) => factor.phone)]),
    },
  }
}

function getHighestRole(roles: readonly string[]): string {
  const highest = ['admin', 'moderator', 'user', 'customer'].find((role) => roles.includes(role))
  return highest === 'user' ? 'member' : (highest ?? 'account')
}

function listDistinct(ways: readonly (string | null)[]): string[] {
  return [...new Set(ways.filter((way) => way !== null))]
}

/**
 * Ends unpaid orders, which releases their stock; a payment that arrives at this moment is refunded. Leaves waitlists, and cancels transfers
 * that the account started or that were sent to an email it verified. Erases the payment methods of orders and
 * bookings. Locks in the order of orders/server/LOCKING.md.
 */
async function detachTickets(
  trx: Transaction,
  { userId, proven }: { userId: string; proven: VerifiedContacts },
): Promise<void> {
  const { rows: orders } = await sql<{ id: string; status: string }>`
    select id, status from orders where customer_id = ${userId}::uuid order by id for no key update`.execute(
    trx,
  )
  const held = orders.flatMap(({ id, status }) => (status === 'reserved' ? [id] : []))
  await sql`
    select from ticket_types where id in (
      select ticket_type_id from order_items where order_id = any (${held}::uuid[])
      union select ticket_type_id from waitlist_entries where customer_id = ${userId}::uuid)
    order by id for no key update`.execute(trx)
  if (held.length > 0) await sql`select release_orders(${held}::uuid[], 'cancelled', 'passed')`.execute(trx)
  await sql`delete from waitlist_entries where customer_id = ${userId}::uuid`.execute(trx)
  await sql`
    select from tickets where customer_id = ${userId}::uuid order by id for no key update`.execute(trx)
  for (const statement of [
    sql`update tickets set holder_name = '' where customer_id = ${userId}::uuid and holder_name is not null`,
    sql`update ticket_transfers set status = 'withdrawn', settled_at = now()
      where status = 'pending' and (from_id = ${userId}::uuid or lower(to_email) = any (${proven.emails}::text[]))`,
    sql`update ticket_transfers set to_email = ''
      where to_id = ${userId}::uuid or lower(to_email) = any (${proven.emails}::text[])`,
    sql`update disputes set evidence = null, note = '' where (evidence is not null or note <> '')
      and payment_id in (${selectPayments(userId)})`,
    sql`update orders set buyer_name = '', buyer_email = ''
      where customer_id = ${userId}::uuid and (buyer_name <> '' or buyer_email <> '')`,
    sql`update payments set method = null where method is not null and id in (${selectPayments(userId)})`,
    sql`update booking_steps set actor_id = null, terms = jsonb_set(terms, '{payment,method}', 'null')
      where actor_id = ${userId}::uuid and terms #> '{payment,method}' is not null`,
  ])
    await statement.execute(trx)
}

/** Selects the payments of a person, for tickets and as the client of bookings. */
const selectPayments = (userId: string) => sql`
  select p.id from payments p join orders o on o.id = p.order_id where o.customer_id = ${userId}::uuid
  union all select p.id from payments p join bookings b on b.id = p.booking_id where b.client_id = ${userId}::uuid`

/** Deletes drafts without orders or payments for bookings. Removes the person from upcoming line-ups, and their name from past ones. */
async function detachEvents(trx: Transaction, id: string, now: Date): Promise<void> {
  await sql`
    delete from events e where e.organizer_id = ${id}::uuid and e.event_status = 'draft'
      and not exists (select from orders o where o.event_id = e.id)
      and not exists (select from payments p where p.event_id = e.id)`.execute(trx)
  await sql`
    delete from line_up_slots s using events e
    where ${id}::uuid in (s.dj_id, s.requested_id) and e.id = s.event_id and e.event_date > ${now}::timestamptz`.execute(
    trx,
  )
  await sql`update line_up_slots set name = 'Deleted account' where ${id}::uuid in (dj_id, requested_id)`.execute(
    trx,
  )
}
