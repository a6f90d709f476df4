import { ORPCError } from '@orpc/client'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { getOwnEvent } from '~/features/events/server/public'
import { isTooManyRequests } from '~/platform/limits/limits'
import { requireCaller } from '~/platform/rpc/context'
import { MESSAGE_DAY_MS, MESSAGES_A_DAY } from '../../rules/holder-message'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { holderAddress } from './holder-address'
import { getMessage, type HolderMessage, listRecentMessages } from './list-messages'
import { sendMessageJob } from './message-job'
import { refreshManagerPages } from './refresh-manager-pages'

interface Message {
  eventId: string
  subject: string
  body: string
  ticketTypeId?: string | undefined
  clientKey: string
}

// The daily limit of messages per sender over all their events, in addition to the limit per event.
const MAX_PER_PERSON = { points: 12, seconds: 24 * 60 * 60 }

function throwDailyLimit(error: unknown): never {
  if (!isTooManyRequests(error)) throw error
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: `You can send ${MAX_PER_PERSON.points} messages a day to ticket holders, over all your events. Try again tomorrow.`,
    data: error.data,
  })
}

function selectAddresses(eventId: string, ticketTypeId: string | undefined): RawBuilder<unknown> {
  return sql`
    select distinct x.email from (
      select ${holderAddress} as email from tickets k join orders o on o.id = k.order_id
      where k.event_id = ${eventId}::uuid and k.status = 'valid'
        ${ticketTypeId === undefined ? sql`` : sql`and k.ticket_type_id = ${ticketTypeId}::uuid`}
    ) x where x.email <> ''`
}

/** Returns how many addresses a message would reach. */
export async function countRecipients(
  context: Pick<Context, 'caller' | 'db'>,
  { eventId, ticketTypeId }: Pick<Message, 'eventId' | 'ticketTypeId'>,
): Promise<number> {
  const { db } = context
  const own = await getOwnEvent(db, requireCaller(context), { id: eventId, act: 'guests' })
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from (${selectAddresses(own.id, ticketTypeId)}) a`.execute(db)
  return rows[0]?.people ?? 0
}

/**
 * Stores the message with every recipient; a job emails them one by one.
 * @throws TOO_MANY_REQUESTS
 */
export async function sendMessage(context: Context, message: Message): Promise<HolderMessage> {
  const { db, jobs, live } = context
  const caller = requireCaller(context)
  const sent = await db.transaction().execute(async (trx) => {
    // The lock serializes retries, and messages of several managers.
    const own = await getOwnEvent(trx, caller, { id: message.eventId, act: 'guests', lock: true })
    const before = await findMessageByClientKey(trx, message)
    if (before) return before
    const next = await findNextSendTime(trx, own.id, context.now())
    if (next) throw refuse('DAILY_LIMIT_REACHED', { data: { at: next } })
    await context.limits.consume('holder-message-day', caller.id, MAX_PER_PERSON).catch(throwDailyLimit)
    const id = await storeMessage(trx, { ...message, eventId: own.id, byId: caller.id })
    await jobs.enqueue(trx, sendMessageJob, { messageId: id })
    return getMessage(trx, id)
  })
  await refreshManagerPages(db, live, message.eventId)
  return sent
}

async function findMessageByClientKey(
  trx: Transaction,
  message: Message,
): Promise<HolderMessage | undefined> {
  const before = await trx
    .selectFrom('holder_messages')
    .select(['id', 'subject', 'body', 'ticket_type_id'])
    .where('event_id', '=', message.eventId)
    .where('client_key', '=', message.clientKey)
    .executeTakeFirst()
  if (!before) return undefined
  const isSame =
    before.subject === message.subject &&
    before.body === message.body &&
    before.ticket_type_id === (message.ticketTypeId ?? null)
  if (!isSame) throw refuse('KEY_REUSED')
  return getMessage(trx, before.id)
}

/** Returns when the oldest of today's messages is a day old; undefined while another one can be sent. */
async function findNextSendTime(trx: Transaction, eventId: string, now: Date): Promise<Date | undefined> {
  const rows = await listRecentMessages(trx, eventId, now)
  const oldest = rows[MESSAGES_A_DAY - 1]
  return oldest && new Date(oldest.created_at.getTime() + MESSAGE_DAY_MS)
}

/** Stores the message with its recipients. */
async function storeMessage(trx: Transaction, message: Message & { byId: string }): Promise<string> {
  const { eventId, ticketTypeId } = message
  const { id } = await trx
    .insertInto('holder_messages')
    .values({
      event_id: eventId,
      by_id: message.byId,
      subject: message.subject,
      body: message.body,
      ticket_type_id: sql`(select id from ticket_types where id = ${ticketTypeId ?? null}::uuid and event_id = ${eventId}::uuid)`,
      client_key: message.clientKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ recipients: number }>`
    with written as (
      insert into holder_emails (message_id, email) select ${id}, a.email from (${selectAddresses(eventId, ticketTypeId)}) a returning 1
    )
    update holder_messages set recipients = (select count(*) from written) where id = ${id} returning recipients`.execute(
    trx,
  )
  if (!rows[0]?.recipients) throw refuse('NO_TICKET_HOLDERS')
  return id
}
