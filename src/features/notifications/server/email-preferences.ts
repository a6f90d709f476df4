import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isMember } from '~/platform/rpc/access'
import type { EmailPreference } from '../contract'
import { EMAIL_TOPICS, type EmailTopic } from '../rules/notice-kind'
import { topicWords } from '../rules/topic-words'

type Reader = Pick<Database, 'selectFrom' | 'selectNoFrom'>

/** The topics of which this person can be emailed at all; whoever chose nothing wants email. */
export async function listEmailPreferences(
  db: Reader,
  { id, roles }: { id: string; roles: readonly string[] },
): Promise<EmailPreference[]> {
  const topics = isMember(roles) ? EMAIL_TOPICS : await findOwnTopics(db, id)
  const rows = await db
    .selectFrom('email_preferences')
    .select(['topic', 'wants_email'])
    .where('user_id', '=', id)
    .execute()
  const chosen = new Map(rows.map((row) => [row.topic, row.wants_email]))
  return topics.map((topic) => toChoice(topic, chosen.get(topic) ?? true))
}

/**
 * Of whoever is no member: what comes of buying tickets, and besides it only what they have a part in, since an open site lets them
 * book and run a room, and who was a member once may still be asked.
 */
async function findOwnTopics(db: Reader, id: string): Promise<EmailTopic[]> {
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
  const has: Record<EmailTopic, boolean> = { bookings, connections, rooms, waitlist: true, transfers: true }
  return EMAIL_TOPICS.filter((topic) => has[topic])
}

/** Whether somebody wants emails of a topic, as they chose, or else because nobody said otherwise. */
export async function wantsEmail(db: Reader, userId: string, topic: EmailTopic): Promise<boolean> {
  const choice = await db
    .selectFrom('email_preferences')
    .select('wants_email')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return choice?.wants_email ?? true
}

/** Any topic may be chosen, also one that nothing comes of yet. */
export async function setEmailPreference(
  db: Database,
  userId: string,
  { topic, wantsEmail: wanted, now }: { topic: EmailTopic; wantsEmail: boolean; now: Date },
): Promise<EmailPreference> {
  const chosen = { wants_email: wanted, updated_at: now }
  await db
    .insertInto('email_preferences')
    .values({ user_id: userId, topic, ...chosen })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet(chosen))
    .execute()
  return toChoice(topic, wanted)
}

export function toChoice(topic: EmailTopic, wanted: boolean): EmailPreference {
  const { label, about } = topicWords(topic)
  return { topic, label, about, wantsEmail: wanted }
}
