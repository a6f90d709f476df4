import { isTooManyRequests } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { getSiteTextsPerDay, limitEmailsTo } from './send-limits'

export interface Notice {
  userId: string
  /**
   * The kind of change. The first is notified immediately; later ones within the hour are combined into one
   * notification at its end.
   */
  kind: string
  by: 'email' | 'text'
  /** An email, or a phone in E.164. */
  to: string
  /** Whether the recipient is verified. An unverified one gets no more emails than strangers may cause. */
  wasVerified: boolean
}

type Limited = Pick<IdentityContext, 'limits'> & { config: Pick<IdentityContext['config'], 'auth'> }

/**
 * Sends a security notification, limited so that it can’t flood the person or run up costs for the operator. Returns
 * the seconds to wait when the limit is reached, undefined once it is sent.
 */
export async function sendWithinLimit(
  services: Limited,
  notice: Notice,
  send: () => Promise<void>,
): Promise<number | undefined> {
  const { limits } = services
  const { userId, kind, by, to } = notice
  const key = `${userId} ${kind} ${to}`
  try {
    await limits.consume('notice', key, { points: 1, seconds: 3600 })
  } catch (error) {
    return getRetrySeconds(error)
  }
  try {
    if (by === 'text') await limitNotificationText(services, to)
    else if (!notice.wasVerified) await limitEmailsTo(services, 'account_change', to)
    await send()
    return undefined
  } catch (error) {
    // Nothing was sent, so the next notification counts as the first.
    await limits.reset('notice', key)
    return getRetrySeconds(error)
  }
}

async function limitNotificationText({ limits, config }: Limited, to: string): Promise<void> {
  await limits.consume('text_notification_to', to, { points: 6, seconds: 3600 })
  await limits.consume('text_notification_day_to', to, { points: 15, seconds: 86_400 })
  // A separate counter, so that a stranger who uses up the day’s texted codes does not stop notifications.
  await limits.consume('text_day_site', 'notices', { points: getSiteTextsPerDay(config), seconds: 86_400 })
}

/** Returns the seconds to wait after a reached limit; rethrows any other error. */
function getRetrySeconds(error: unknown): number {
  if (!isTooManyRequests(error)) throw error
  return error.data.retryAfterSeconds
}
