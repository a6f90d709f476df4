import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'
import type { Chat } from './create-chat'

export type Context = CallContext & {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
  limits: Pick<Limits, 'consume'>
  chat: Pick<Chat, 'announce' | 'send' | 'notifyRead' | 'notifyTyping'>
}

/** The part of the request context that chat use cases need; no HTTP. */
export type ChatContext = Pick<
  Context,
  'caller' | 'chat' | 'db' | 'jobs' | 'limits' | 'live' | 'log' | 'now' | 'requestId'
>
export type ReadContext = Pick<Context, 'caller' | 'db' | 'now'>
