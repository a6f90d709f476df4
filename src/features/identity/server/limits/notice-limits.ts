import { isTooMany } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { houseTexts, limitMailTo } from './send-limits'

export interface Notice {
  userId: string
  /** What happened: the first of a kind goes at once, the next ones within the hour wait for its end, as one. */
  what: string
  by: 'mail' | 'text'
  /** Address, or number in E.164. */
  to: string
  /** Whoever reads there has said so once; else it may be anybody, who gets no more than strangers may send them. */
  isProven: boolean
}

type Limited = Pick<IdentityContext, 'limits'> & { config: Pick<IdentityContext['config'], 'auth'> }

/**
 * Sends what people must hear without being asked, and never more of it than they read or the house would pay for. Answers after how many
 * seconds to try again where it was too much by now, or undefined once it is sent.
 */
export async function sendWithin(
  services: Limited,
  notice: Notice,
  send: () => Promise<void>,
): Promise<number | undefined> {
  const { limits } = services
  const { userId, what, by, to } = notice
  const key = `${userId} ${what} ${to}`
  try {
    await limits.consume('notice', key, { points: 1, seconds: 3600 })
  } catch (error) {
    return secondsOf(error)
  }
  try {
    if (by === 'text') await limitNoticeText(services, to)
    else if (!notice.isProven) await limitMailTo(services, 'way_in', to)
    await send()
    return undefined
  } catch (error) {
    // Nothing went out: the next one is the first again.
    await limits.reset('notice', key)
    return secondsOf(error)
  }
}

async function limitNoticeText({ limits, config }: Limited, to: string): Promise<void> {
  await limits.consume('text_notice_to', to, { points: 6, seconds: 3600 })
  await limits.consume('text_notice_day_to', to, { points: 15, seconds: 86_400 })
  // Counted by themselves: whoever uses up the codes of a day must not be able to do things unheard.
  await limits.consume('text_day_house', 'notices', { points: houseTexts(config), seconds: 86_400 })
}

/** @throws what is no limit */
function secondsOf(error: unknown): number {
  if (!isTooMany(error)) throw error
  return error.data.retryAfterSeconds
}
