import { signedIn } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { notificationsContract } from '../contract'
import type { Context } from './context'
import { listNotices } from './list-notices'
import { listMailChoices, setMailChoice } from './mail-choices'
import { countUnread, markRead } from './mark-read'
import { findMailStop, stopMails } from './stop-mails'

const calls = implementCalls<Context>()(notificationsContract)

export const notificationsCalls = calls.router({
  list: calls.list.handler(({ context, input }) => listNotices(context, input)),
  unread: calls.unread.handler(({ context }) => countUnread(context)),
  markRead: calls.markRead.handler(({ context, input }) => markRead(context, input.ids)),
  markAllRead: calls.markAllRead.handler(({ context }) => markRead(context)),
  mailChoices: calls.mailChoices.handler(async ({ context }) => ({
    choices: await listMailChoices(context.db, signedIn(context)),
  })),
  setMailChoice: calls.setMailChoice.handler(({ context, input }) =>
    setMailChoice(context.db, signedIn(context).id, { ...input, now: context.now() }),
  ),
  mailStop: calls.mailStop.handler(async ({ context, input, errors }) => {
    const stop = await findMailStop(context, input.token)
    if (!stop) throw errors.NOT_FOUND()
    return stop
  }),
  unsubscribe: calls.unsubscribe.handler(async ({ context, input, errors }) => {
    const { db, secret } = context
    const stop = await stopMails({ db, secret, now: context.now() }, input)
    if (!stop) throw errors.NOT_FOUND()
    return stop
  }),
})
