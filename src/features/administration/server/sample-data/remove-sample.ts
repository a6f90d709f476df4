import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { runTransactionWithRetries } from '~/database/transaction-with-retries'
import { leaveAllRooms, takeEventNumbers } from '~/features/chat/server/public'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { Transaction } from '~/database/connect'
import type { Context } from '../context'
import { refreshAdminPages } from '../refresh-admin-pages'
import { lockAdmins } from '../users/change-account'
import { findSample, type Sample } from './find-sample'

/** The site's contact address in the demo, where suspended people appeal. */
export const DEMO_CONTACT = 'hello@backtoback.example'

/**
 * Removes all sample data, and everything that sample people added later, in one transaction. Accounts that have
 * become admins and the audit log aren't removed. Tickets for sample events are removed for every holder; all other
 * data of real people is kept. A second call removes nothing.
 */
export async function removeSample(context: Context): Promise<{ events: number; people: number }> {
  const { db, live, requestId } = context
  const { removed, touched, announce } = await runTransactionWithRetries(db, async (trx) => {
    // Waits for role changes, so that a person who is becoming an admin is not deleted.
    const id = await lockAdmins(trx, context)
    // Locks the row that numbers chat events (the chat clock) first, like every change in chat, to avoid deadlocks.
    await takeEventNumbers(trx, 0)
    const sample = await findSample(trx)
    await lockEvents(trx, sample)
    const witnesses = await removeChat(trx, sample)
    const announcements: Awaited<ReturnType<typeof leaveAllRooms>>[] = []
    for (const person of sample.people) announcements.push(await leaveAllRooms(trx, person))
    await removeEvents(trx, sample)
    await removePeople(trx, sample)
    // Removes the demo's contact address, because no one reads email sent to it.
    await sql`delete from settings where key = 'contact_address' and value = ${JSON.stringify(DEMO_CONTACT)}::jsonb`.execute(
      trx,
    )
    const counts = { events: sample.events.length, people: sample.people.length }
    if (counts.events + counts.people > 0)
      await recordAudit(trx, {
        actorId: id,
        action: 'sample.remove',
        subject: { type: 'sample', id: 'demo' },
        details: { ...counts },
        requestId,
      })
    return { removed: { sample, counts }, touched: witnesses, announce: announcements }
  })
  for (const notifyRooms of announce) notifyRooms(context)
  // Open pages of visitors who use a demo account notice that their session has ended.
  live.publish(removed.sample.people, [SESSION_TOPIC])
  live.publish(touched, ['chat', 'notifications'])
  context.tallies.forget()
  await refreshAdminPages(context)
  return removed.counts
}

/**
 * Removes sample invitations, requests and accounts. Each person invited by a sample person becomes the root of a
 * branch in the invite tree.
 */
async function removePeople(trx: Transaction, { people, madeUp }: Sample): Promise<void> {
  // Locked before reading the invite tree, so that no sign-up changes it before the commit.
  await sql`select pg_advisory_xact_lock(hashtext('invitation_tree'))`.execute(trx)
  for (const statement of [
    sql`delete from invite_requests where is_sample`,
    // A code that a real person used isn't deleted, because it shows how they were invited.
    sql`delete from invitations where (is_sample or created_by = any(${people}::uuid[]))
      and (used_by is null or used_by = any(${madeUp}::uuid[]))`,
    sql`update invitations set is_sample = false where is_sample`,
    sql`delete from notifications where subject_id = any(${people}::uuid[]) or subject_id in (
      select id from connections where user_id = any(${people}::uuid[]) or connected_user_id = any(${people}::uuid[]))`,
    // Cascades delete the profile, sessions, connections, blocks, notifications and calendar.
    sql`delete from accounts where id = any(${people}::uuid[])`,
    sql`with gone as (select place from invitation_tree where id = any(${people}::uuid[])),
      cut as (
        select t.id, (select max(n) from generate_subscripts(t.path, 1) n where t.path[n] in (select place from gone)) as at
        from invitation_tree t where t.id <> all(${people}::uuid[])
      )
      update invitation_tree t set path = t.path[cut.at + 1:],
        parent_id = case when t.parent_id = any(${people}::uuid[]) then null else t.parent_id end
      from cut where cut.id = t.id and cut.at is not null`,
    sql`delete from invitation_tree where id = any(${people}::uuid[])`,
    sql`with counted as (
        select p.place, count(*) - 1 as below from invitation_tree t, unnest(t.path) as p (place) group by p.place)
      update invitation_tree t set reached = counted.below
      from counted where counted.place = t.place and counted.below <> t.reached`,
    sql`update profiles set is_sample = false where is_sample`,
  ])
    await statement.execute(trx)
}

/**
 * Removes the sample rooms, and messages of sample people in other rooms. A room in which a real person wrote is
 * kept, with the messages of real people only. Returns the members of all affected rooms, whose screens must update.
 */
async function removeChat(trx: Transaction, { people, madeUp, rooms }: Sample): Promise<string[]> {
  const { rows: touched } = await sql<{ id: string }>`
    select distinct m.user_id as id from chat_room_members m
    where m.user_id <> all(${people}::uuid[]) and (m.room_id = any(${rooms}::uuid[]) or exists (
      select from chat_room_members other where other.room_id = m.room_id and other.user_id = any(${people}::uuid[])))`.execute(
    trx,
  )
  const inSampleRooms = sql`select id from chat_rooms where is_sample`
  // In a sample room, a message whose author was deleted counts as sample data.
  const isRemoved = sql`(user_id = any(${people}::uuid[])
    or room_id in (${inSampleRooms}) and (user_id is null or user_id = any(${madeUp}::uuid[])))`
  for (const statement of [
    sql`delete from moderation_cases where person_id = any(${people}::uuid[]) or room_id = any(${rooms}::uuid[])
      or message_id in (select id from chat_messages where ${isRemoved})`,
    // Deletes open cases that only sample people reported.
    sql`delete from moderation_cases c where decided_at is null
      and exists (select from moderation_reports r where r.case_id = c.id)
      and not exists (select from moderation_reports r where r.case_id = c.id
        and (r.reporter_id is null or r.reporter_id <> all(${people}::uuid[])))`,
    sql`delete from moderation_reports where reporter_id = any(${people}::uuid[])`,
    sql`delete from notifications where subject_id = any(${rooms}::uuid[])`,
    sql`delete from chat_rooms where id = any(${rooms}::uuid[])`,
    sql`delete from chat_messages where ${isRemoved}`,
    // Room admins are removed with their accounts: chat then appoints a new admin, who is a real person once all
    // other sample people have left.
    sql`delete from chat_room_members where user_id = any(${people}::uuid[]) and role <> 'admin'`,
    sql`update chat_rooms set is_sample = false where is_sample`,
  ])
    await statement.execute(trx)
  return touched.map(({ id }) => id)
}

/**
 * Deletes sample events, all sales of these events to any buyer, and bookings of sample people. An order is deleted
 * with its items, tickets, payments and entries in the books, so that the accounts stay balanced. A booking with
 * money in the books of a real event isn't deleted: it is cancelled, and the client's payments are refunded.
 */
async function removeEvents(trx: Transaction, { events, bookings, people }: Sample): Promise<void> {
  const orders = sql`select id from orders where event_id = any(${events}::uuid[])`
  const isRemoved = sql`(order_id in (${orders}) or event_id = any(${events}::uuid[]))`
  const payments = sql`select id from payments where ${isRemoved}`
  const unpaid = sql`
    select b.id from bookings b where b.id = any(${bookings}::uuid[])
      and not exists (select from payments p where p.booking_id = b.id) and not exists (select from transfers t where t.booking_id = b.id)`
  for (const statement of [
    sql`delete from sandbox_answers where reference in (
      select provider_reference from payments where ${isRemoved})`,
    sql`select from orders where event_id = any(${events}::uuid[]) order by id for update`,
    ...removeInvoices(events, people),
    // The order follows foreign keys: tickets refer to refunds, and waitlist entries refer to orders.
    sql`delete from tickets where event_id = any(${events}::uuid[])`,
    sql`delete from refunds where payment_id in (${payments})`,
    sql`delete from transfers where event_id = any(${events}::uuid[])`,
    sql`delete from settlements where event_id = any(${events}::uuid[])`,
    sql`delete from disputes where payment_id in (${payments})`,
    sql`delete from payments where ${isRemoved}`,
    sql`delete from fee_imports i where not exists (select from payments p where p.provider = i.provider)`,
    ...removeFromLedger(events),
    sql`delete from waitlist_entries where ticket_type_id in (
      select id from ticket_types where event_id = any(${events}::uuid[]))`,
    sql`delete from order_items where order_id in (${orders})`,
    sql`delete from order_outbox where order_id in (${orders})`,
    sql`delete from orders where event_id = any(${events}::uuid[])`,
    // Cascades delete booking steps and reviews with their bookings, and line-ups, ticket types, promo codes, guests
    // and check-in scans with their events.
    sql`delete from notifications where subject_id in (${unpaid})`,
    sql`delete from bookings where id in (${unpaid})`,
    sql`update bookings set status = 'cancelled', cancelled_cents = 0, cancel_reason = 'The account was deleted.', awaiting_id = null,
        answer_by = null, updated_at = now()
      where id = any(${bookings}::uuid[]) and status in ('pending', 'confirmed')`,
    sql`delete from events where id = any(${events}::uuid[])`,
  ])
    await statement.execute(trx)
}

/**
 * Deletes ledger entries of sample events. It is the only deletion from the append-only ledger, allowed because no
 * one paid real money for these events.
 */
const removeFromLedger = (events: readonly string[]) => [
  sql`alter table ledger_entries disable trigger ledger_entries_append_only`,
  sql`alter table ledger_transactions disable trigger ledger_transactions_append_only`,
  sql`delete from ledger_entries where event_id = any(${events}::uuid[])`,
  sql`delete from ledger_days where event_id = any(${events}::uuid[])`,
  sql`delete from ledger_transactions where event_id = any(${events}::uuid[])`,
  sql`alter table ledger_entries enable trigger ledger_entries_append_only`,
  sql`alter table ledger_transactions enable trigger ledger_transactions_append_only`,
]

/**
 * Deletes invoices of sample events. Their sellers have their own number series, so no other seller's series gets a
 * gap. The orders are locked, so no invoice can be added during the deletion.
 */
const removeInvoices = (events: readonly string[], people: readonly string[]) => [
  sql`alter table invoices disable trigger invoices_append_only`,
  sql`delete from invoices where order_id in (select id from orders where event_id = any(${events}::uuid[]))`,
  sql`alter table invoices enable trigger invoices_append_only`,
  sql`delete from invoices_due where order_id in (select id from orders where event_id = any(${events}::uuid[]))`,
  sql`delete from invoice_series s using invoice_sellers o
    where o.id = s.seller_id and (o.kind = 'sample_platform' or o.profile_id = any(${people}::uuid[]))
      and not exists (select from invoices i where i.series_id = s.id)`,
  sql`delete from invoice_sellers o
    where (kind = 'sample_platform' or profile_id = any(${people}::uuid[]))
      and not exists (select from invoice_series s where s.seller_id = o.id)`,
]

/**
 * Locks all rows to be removed, so that a simultaneous purchase or reply waits and then finds nothing. Takes the
 * locks in the order of a purchase to avoid deadlocks.
 */
async function lockEvents(trx: Transaction, { events, bookings }: Sample): Promise<void> {
  await sql`select from ticket_types where event_id = any(${events}::uuid[]) order by id for update`.execute(
    trx,
  )
  await sql`select from events where id = any(${events}::uuid[]) order by id for update`.execute(trx)
  await sql`select from bookings where id = any(${bookings}::uuid[]) order by id for update`.execute(trx)
}
