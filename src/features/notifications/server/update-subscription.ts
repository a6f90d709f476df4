import type { Database } from '~/database/connect'
import type { UnsubscribeStatus } from '../contract'
import { getTopicTexts } from '../rules/topic-texts'
import { setEmailPreference, toEmailPreference, hasEmailEnabled } from './email-preferences'
import { refuse } from './refused-error'
import { verifyUnsubscribeToken } from './unsubscribe-token'

interface StopServices {
  db: Database
  secret: string
}

/**
 * Returns the topic of an unsubscribe link and its current setting. @throws NOT_FOUND for an invalid link or a
 * deleted account
 */
export async function getUnsubscribeStatus(
  { db, secret }: StopServices,
  token: string,
): Promise<UnsubscribeStatus> {
  const { userId, topic } = await getSubscriptionOfToken({ db, secret }, token)
  return {
    ...toEmailPreference(topic, await hasEmailEnabled(db, userId, topic)),
    noun: getTopicTexts(topic).noun,
  }
}

/**
 * Unsubscribes from the topic of an unsubscribe link, or subscribes again. Idempotent.
 * @throws NOT_FOUND for an invalid link or a deleted account
 */
export async function updateSubscription(
  { db, secret, now }: StopServices & { now: Date },
  { token, again }: { token: string; again: boolean },
): Promise<UnsubscribeStatus> {
  const { userId, topic } = await getSubscriptionOfToken({ db, secret }, token)
  const choice = await setEmailPreference(db, userId, { topic, wantsEmail: again, now })
  return { ...choice, noun: getTopicTexts(topic).noun }
}

async function getSubscriptionOfToken({ db, secret }: StopServices, token: string) {
  const link = verifyUnsubscribeToken(token, secret)
  const profile =
    link && (await db.selectFrom('profiles').select('id').where('id', '=', link.userId).executeTakeFirst())
  if (!profile) throw refuse('NOT_FOUND')
  return link
}
