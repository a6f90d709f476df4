import { requireCaller } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { notificationsContract } from '../contract'
import type { Context } from './context'
import { listNotifications } from './list-notifications'
import { listEmailPreferences, setEmailPreference } from './email-preferences'
import { countUnread, markRead } from './mark-read'
import { getUnsubscribeStatus, updateSubscription } from './update-subscription'

const calls = implementCalls<Context>()(notificationsContract)

export const notificationsCalls = calls.router({
  list: calls.list.handler(({ context, input }) => listNotifications(context, input)),
  unread: calls.unread.handler(({ context }) => countUnread(context)),
  markRead: calls.markRead.handler(({ context, input }) => markRead(context, input.ids)),
  markAllRead: calls.markAllRead.handler(({ context }) => markRead(context)),
  emailPreferences: calls.emailPreferences.handler(async ({ context }) => ({
    choices: await listEmailPreferences(context.db, requireCaller(context)),
  })),
  setEmailPreference: calls.setEmailPreference.handler(({ context, input }) =>
    setEmailPreference(context.db, requireCaller(context).id, { ...input, now: context.now() }),
  ),
  unsubscribeStatus: calls.unsubscribeStatus.handler(({ context, input }) =>
    getUnsubscribeStatus(context, input.token),
  ),
  unsubscribe: calls.unsubscribe.handler(({ context, input }) =>
    updateSubscription({ db: context.db, secret: context.secret, now: context.now() }, input),
  ),
})
