import type { Transaction } from '~/database/connect'
import {
  notify,
  type NotificationFacts,
  type NotificationKind,
  settleNotifications,
} from '~/features/notifications/server/public'
import type { SettlementServices } from './context'

type SettlementKind = Extract<NotificationKind, `settlement_${string}` | 'payout_sent'>

interface SettlementNotification {
  kind: SettlementKind
  actorId?: string
  to: readonly string[]
  facts?: NotificationFacts
}

/** Notifies people about the settlement of an event, in the transaction of the change. */
export async function notifySides(
  trx: Transaction,
  jobs: SettlementServices['jobs'],
  event: { id: string; title: string },
  { kind, actorId, to, facts }: SettlementNotification,
): Promise<void> {
  await notify(
    trx,
    jobs,
    to.map((userId) => ({
      userId,
      kind,
      actorId: actorId ?? null,
      subjectId: event.id,
      facts: { title: event.title, ...facts },
    })),
  )
}

/** Marks the notifications that ask people to accept as settled and read: those to `userId`, or to all sides. */
export async function settleAcceptRequests(
  trx: Transaction,
  eventId: string,
  userId?: string,
): Promise<void> {
  await settleNotifications(trx, {
    subjectId: eventId,
    kinds: ['settlement_ready', 'settlement_reminder'],
    ...(userId !== undefined && { userId }),
  })
}

/** Makes the open browsers of these people refetch notifications and settlements. Call after the commit. */
export function refreshSides(live: SettlementServices['live'], userIds: readonly string[]): void {
  if (userIds.length > 0) live.publish(userIds, ['notifications', 'settlements'])
}
