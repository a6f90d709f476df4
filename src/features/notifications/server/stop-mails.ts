import type { Database } from '~/database/connect'
import type { MailStop } from '../contract'
import { topicWords } from '../rules/topic-words'
import { setMailChoice, toChoice, wantsMail } from './mail-choices'
import { readStopToken } from './stop-token'

interface StopServices {
  db: Database
  secret: string
}

/** What a link stops and whether it did; undefined when it is not one of ours or the account is gone. Changes nothing. */
export async function findMailStop(
  { db, secret }: StopServices,
  token: string,
): Promise<MailStop | undefined> {
  const found = readStopToken(token, secret)
  if (!found || !(await exists(db, found.userId))) return undefined
  const { userId, topic } = found
  return { ...toChoice(topic, await wantsMail(db, userId, topic)), noun: topicWords(topic).noun }
}

/** Stops the mails that a link names, or has them sent again. Undefined as above. A repeat changes nothing more. */
export async function stopMails(
  { db, secret, now }: StopServices & { now: Date },
  { token, again }: { token: string; again: boolean },
): Promise<MailStop | undefined> {
  const found = readStopToken(token, secret)
  if (!found || !(await exists(db, found.userId))) return undefined
  const choice = await setMailChoice(db, found.userId, { topic: found.topic, wantsMail: again, now })
  return { ...choice, noun: topicWords(found.topic).noun }
}

async function exists(db: Database, userId: string): Promise<boolean> {
  const row = await db.selectFrom('profiles').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}
