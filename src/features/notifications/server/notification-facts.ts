import { z } from 'zod'
import { CURRENCIES } from '~/lib/currency'
import type { NotificationFacts } from '../rules/notification-facts'

const text = z.string().nullable().optional().catch(undefined)
const moment = z.iso.datetime({ offset: true }).nullable().optional().catch(undefined)
const number = z.int().nullable().optional().catch(undefined)

const shape = z.object({
  note: text,
  title: text,
  location: text,
  timezone: text,
  day: z.iso.date().nullable().optional().catch(undefined),
  startsAt: moment,
  endsAt: moment,
  currency: z.enum(CURRENCIES).optional().catch(undefined),
  feeCents: number,
  share: text,
  depositCents: number,
  hospitality: text,
  technical: text,
  message: text,
  answerBy: moment,
  youPlay: z.boolean().optional().catch(undefined),
  minutes: number,
  rating: number,
  amountCents: number,
  isDeposit: z.boolean().optional().catch(undefined),
  accountEnding: text,
  cause: z.enum(['refund', 'dispute']).nullable().optional().catch(undefined),
  isCorrected: z.boolean().optional().catch(undefined),
  isClosed: z.boolean().optional().catch(undefined),
})

/** Parses the stored facts of a notification. Drops a field that can't be parsed, so that the list always loads. */
export function parseFacts(stored: unknown): NotificationFacts {
  const { success, data } = shape.safeParse(stored)
  if (!success) return {}
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
