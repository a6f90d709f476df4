import { topicWords } from '../rules/topic-words'
import { type EmailSubscription, writeUnsubscribeToken } from './unsubscribe-token'

/** What an email of a topic says about how it is stopped. */
export interface UnsubscribeInfo {
  link: string
  /** After "Stop emails about". */
  noun: string
  /** RFC 8058: a mail program may stop them without opening anything. */
  headers: Readonly<Record<string, string>>
}

/** `publicUrl` without a slash at its end; `secret` signs the link. */
export function unsubscribeInfoOf(
  subscription: EmailSubscription,
  { publicUrl, secret }: { publicUrl: string; secret: string },
): UnsubscribeInfo {
  const link = `${publicUrl}/unsubscribe/${writeUnsubscribeToken(subscription, secret)}`
  return {
    link,
    noun: topicWords(subscription.topic).noun,
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
