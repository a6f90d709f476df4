import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import { getOwnEvent } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { holderMessage } from '../../contract-attendees'
import { MESSAGE_DAY_MS, MESSAGES_A_DAY } from '../../rules/holder-message'
import type { Context } from '../context'

export type HolderMessage = z.input<typeof holderMessage>

/** Lists the messages to ticket holders of the caller's event, newest first. */
export async function listMessages(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
  { eventId }: { eventId: string },
): Promise<{ messages: HolderMessage[]; leftToday: number }> {
  const { db } = context
  const own = await getOwnEvent(db, requireCaller(context), { id: eventId, act: 'guests' })
  const recent = await listRecentMessages(db, own.id, context.now())
  return {
    messages: await listMessageRows(db, sql`m.event_id = ${own.id}::uuid`),
    leftToday: Math.max(0, MESSAGES_A_DAY - recent.length),
  }
}

/** Returns the query for the messages of the last 24 hours, newest first. */
export function listRecentMessages(db: Database | Transaction, eventId: string, now: Date) {
  return db
    .selectFrom('holder_messages')
    .select('created_at')
    .where('event_id', '=', eventId)
    .where('created_at', '>', new Date(now.getTime() - MESSAGE_DAY_MS))
    .orderBy('created_at', 'desc')
    .execute()
}

export async function getMessage(db: Transaction, id: string): Promise<HolderMessage> {
  const [message] = await listMessageRows(db, sql`m.id = ${id}::uuid`)
  if (!message) throw new Error('The message that was just stored could not be found')
  return message
}

// Counts an email as delivered when it is neither pending nor unknown.
async function listMessageRows(
  db: Database | Transaction,
  condition: RawBuilder<unknown>,
): Promise<HolderMessage[]> {
  const { rows } = await sql<HolderMessage>`
    select m.id, m.subject, m.body, t.name as "ticketTypeName", p.display_name as "byName", m.created_at as "sentAt", m.recipients, m.unknown,
      m.recipients - m.unknown - (select count(*) from holder_emails h where h.message_id = m.id)::integer as delivered
    from holder_messages m left join ticket_types t on t.id = m.ticket_type_id left join profiles p on p.id = m.by_id
    where ${condition} order by m.created_at desc, m.id desc limit 100`.execute(db)
  return rows
}
