import type { Database } from '~/database/connect'
import type { MailChoice } from '../contract'
import { MAIL_TOPICS, type MailTopic } from '../rules/notice-kind'
import { topicWords } from '../rules/topic-words'

/** Every topic; whoever chose nothing wants mail. */
export async function listMailChoices(
  db: Pick<Database, 'selectFrom'>,
  userId: string,
): Promise<MailChoice[]> {
  const rows = await db
    .selectFrom('mail_choices')
    .select(['topic', 'wants_mail'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(rows.map((row) => [row.topic, row.wants_mail]))
  return MAIL_TOPICS.map((topic) => toChoice(topic, chosen.get(topic) ?? true))
}

export async function setMailChoice(
  db: Database,
  userId: string,
  { topic, wantsMail, now }: { topic: MailTopic; wantsMail: boolean; now: Date },
): Promise<MailChoice> {
  const chosen = { wants_mail: wantsMail, updated_at: now }
  await db
    .insertInto('mail_choices')
    .values({ user_id: userId, topic, ...chosen })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet(chosen))
    .execute()
  return toChoice(topic, wantsMail)
}

function toChoice(topic: MailTopic, wantsMail: boolean): MailChoice {
  const { label, about } = topicWords(topic)
  return { topic, label, about, wantsMail }
}
