import { getTopicTexts } from '../rules/topic-texts'
import { type EmailSubscription, createUnsubscribeToken } from './unsubscribe-token'

/** The link and headers with which a person can stop the emails of a topic. */
export interface UnsubscribeInfo {
  link: string
  /** The noun that completes "Stop emails about …". */
  noun: string
  /** The email headers of RFC 8058, with which mail programs unsubscribe in one click. */
  headers: Readonly<Record<string, string>>
}

/** Returns the unsubscribe link and headers of an email. `publicUrl` has no trailing slash; `secret` signs the link. */
export function createUnsubscribeInfo(
  subscription: EmailSubscription,
  { publicUrl, secret }: { publicUrl: string; secret: string },
): UnsubscribeInfo {
  const link = `${publicUrl}/unsubscribe/${createUnsubscribeToken(subscription, secret)}`
  return {
    link,
    noun: getTopicTexts(subscription.topic).noun,
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
