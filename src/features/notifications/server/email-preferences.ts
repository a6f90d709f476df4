import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isMember } from '~/platform/rpc/access'
import type { EmailPreference } from '../contract'
import { EMAIL_TOPICS, type EmailTopic } from '../rules/notification-kind'
import { getTopicTexts } from '../rules/topic-texts'

type Reader = Pick<Database, 'selectFrom' | 'selectNoFrom'>

/** Returns the topics this person can be emailed about. Emails are on by default. */
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
  return topics.map((topic) => toEmailPreference(topic, chosen.get(topic) ?? true))
}

/**
 * Returns the email topics of a customer: always waitlist and transfers, and each other topic only if its emails can
 * reach them. On an open site, customers can book DJs and manage rooms; former members may still have connection
 * requests.
 */
async function findOwnTopics(db: Reader, id: string): Promise<EmailTopic[]> {
  const { bookings, settlements, connections, rooms } = await db
    .selectNoFrom([
      sql<boolean>`exists (select from bookings where ${id}::uuid in (dj_id, client_id))`.as('bookings'),
      sql<boolean>`exists (select from bookings where dj_id = ${id}::uuid)
        or exists (select from events where organizer_id = ${id}::uuid)`.as('settlements'),
      sql<boolean>`exists (select from connections where connected_user_id = ${id} and status = 'pending')`.as(
        'connections',
      ),
      sql<boolean>`exists (select from chat_room_members where user_id = ${id} and role = 'admin')
        or exists (select from chat_room_invitations where user_id = ${id})`.as('rooms'),
    ])
    .executeTakeFirstOrThrow()
  const has: Record<EmailTopic, boolean> = {
    bookings,
    settlements,
    connections,
    rooms,
    waitlist: true,
    transfers: true,
  }
  return EMAIL_TOPICS.filter((topic) => has[topic])
}

/** Whether a person wants emails of a topic; true unless they turned it off. */
export async function hasEmailEnabled(db: Reader, userId: string, topic: EmailTopic): Promise<boolean> {
  const choice = await db
    .selectFrom('email_preferences')
    .select('wants_email')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return choice?.wants_email ?? true
}

/** Stores a preference, even for a topic that can't reach the person yet. */
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
  return toEmailPreference(topic, wanted)
}

export function toEmailPreference(topic: EmailTopic, wanted: boolean): EmailPreference {
  const { label, about } = getTopicTexts(topic)
  return { topic, label, about, wantsEmail: wanted }
}
