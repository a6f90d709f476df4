import { getTopicTexts } from '../rules/topic-texts'
import { type EmailSubscription, createUnsubscribeToken } from './unsubscribe-token'

/** How an email of a topic can be stopped. */
export interface UnsubscribeInfo {
  link: string
  /** Completes "Stop emails about". */
  noun: string
  /** RFC 8058: mail programs can unsubscribe with one click. */
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
