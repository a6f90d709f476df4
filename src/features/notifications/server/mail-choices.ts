import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isMember } from '~/platform/rpc/access'
import type { MailChoice } from '../contract'
import { MAIL_TOPICS, type MailTopic } from '../rules/notice-kind'
import { topicWords } from '../rules/topic-words'

type Reader = Pick<Database, 'selectFrom' | 'selectNoFrom'>

/** The topics of which this person can be mailed at all; whoever chose nothing wants mail. */
export async function listMailChoices(
  db: Reader,
  { id, roles }: { id: string; roles: readonly string[] },
): Promise<MailChoice[]> {
  const topics = isMember(roles) ? MAIL_TOPICS : await findOwnTopics(db, id)
  const rows = await db
    .selectFrom('mail_choices')
    .select(['topic', 'wants_mail'])
    .where('user_id', '=', id)
    .execute()
  const chosen = new Map(rows.map((row) => [row.topic, row.wants_mail]))
  return topics.map((topic) => toChoice(topic, chosen.get(topic) ?? true))
}

/**
 * Of whoever is no member: what comes of buying tickets, and besides it only what they have a part in, since an open house lets them
 * book and run a room, and who was a member once may still be asked.
 */
async function findOwnTopics(db: Reader, id: string): Promise<MailTopic[]> {
  const { bookings, connections, rooms } = await db
    .selectNoFrom([
      sql<boolean>`exists (select from bookings where ${id}::uuid in (dj_id, client_id))`.as('bookings'),
      sql<boolean>`exists (select from connections where connected_user_id = ${id} and status = 'pending')`.as(
        'connections',
      ),
      sql<boolean>`exists (select from chat_room_members where user_id = ${id} and role = 'admin')
        or exists (select from chat_room_invitations where user_id = ${id})`.as('rooms'),
    ])
    .executeTakeFirstOrThrow()
  const has: Record<MailTopic, boolean> = { bookings, connections, rooms, waitlist: true, transfers: true }
  return MAIL_TOPICS.filter((topic) => has[topic])
}

/** Whether somebody wants mails of a topic, as they chose, or else because nobody said otherwise. */
export async function wantsMail(db: Reader, userId: string, topic: MailTopic): Promise<boolean> {
  const choice = await db
    .selectFrom('mail_choices')
    .select('wants_mail')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return choice?.wants_mail ?? true
}

/** Any topic may be chosen, also one that nothing comes of yet. */
export async function setMailChoice(
  db: Database,
  userId: string,
  { topic, wantsMail: wanted, now }: { topic: MailTopic; wantsMail: boolean; now: Date },
): Promise<MailChoice> {
  const chosen = { wants_mail: wanted, updated_at: now }
  await db
    .insertInto('mail_choices')
    .values({ user_id: userId, topic, ...chosen })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet(chosen))
    .execute()
  return toChoice(topic, wanted)
}

export function toChoice(topic: MailTopic, wanted: boolean): MailChoice {
  const { label, about } = topicWords(topic)
  return { topic, label, about, wantsMail: wanted }
}
