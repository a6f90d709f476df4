import { signedIn } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { notificationsContract } from '../contract'
import type { Context } from './context'
import { listNotifications } from './list-notifications'
import { listEmailPreferences, setEmailPreference } from './email-preferences'
import { countUnread, markRead } from './mark-read'
import { findUnsubscribeStatus, updateSubscription } from './update-subscription'

const calls = implementCalls<Context>()(notificationsContract)

export const notificationsCalls = calls.router({
  list: calls.list.handler(({ context, input }) => listNotifications(context, input)),
  unread: calls.unread.handler(({ context }) => countUnread(context)),
  markRead: calls.markRead.handler(({ context, input }) => markRead(context, input.ids)),
  markAllRead: calls.markAllRead.handler(({ context }) => markRead(context)),
  emailPreferences: calls.emailPreferences.handler(async ({ context }) => ({
    choices: await listEmailPreferences(context.db, signedIn(context)),
  })),
  setEmailPreference: calls.setEmailPreference.handler(({ context, input }) =>
    setEmailPreference(context.db, signedIn(context).id, { ...input, now: context.now() }),
  ),
  unsubscribeStatus: calls.unsubscribeStatus.handler(async ({ context, input, errors }) => {
    const stop = await findUnsubscribeStatus(context, input.token)
    if (!stop) throw errors.NOT_FOUND()
    return stop
  }),
  unsubscribe: calls.unsubscribe.handler(async ({ context, input, errors }) => {
    const { db, secret } = context
    const stop = await updateSubscription({ db, secret, now: context.now() }, input)
    if (!stop) throw errors.NOT_FOUND()
    return stop
  }),
})
