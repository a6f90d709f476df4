import type { Database } from '~/database/connect'
import type { UnsubscribeStatus } from '../contract'
import { getTopicTexts } from '../rules/topic-texts'
import { setEmailPreference, toChoice, hasEmailEnabled } from './email-preferences'
import { readUnsubscribeToken } from './unsubscribe-token'

interface StopServices {
  db: Database
  secret: string
}

/** Returns the topic of a link and its current setting; undefined for an invalid link or a deleted account. */
export async function findUnsubscribeStatus(
  { db, secret }: StopServices,
  token: string,
): Promise<UnsubscribeStatus | undefined> {
  const found = readUnsubscribeToken(token, secret)
  if (!found || !(await hasProfile(db, found.userId))) return undefined
  const { userId, topic } = found
  return { ...toChoice(topic, await hasEmailEnabled(db, userId, topic)), noun: getTopicTexts(topic).noun }
}

/** Unsubscribes from the topic of a link, or subscribes again. Undefined as above. Idempotent. */
export async function updateSubscription(
  { db, secret, now }: StopServices & { now: Date },
  { token, again }: { token: string; again: boolean },
): Promise<UnsubscribeStatus | undefined> {
  const found = readUnsubscribeToken(token, secret)
  if (!found || !(await hasProfile(db, found.userId))) return undefined
  const choice = await setEmailPreference(db, found.userId, { topic: found.topic, wantsEmail: again, now })
  return { ...choice, noun: getTopicTexts(found.topic).noun }
}

async function hasProfile(db: Database, userId: string): Promise<boolean> {
  const row = await db.selectFrom('profiles').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}
