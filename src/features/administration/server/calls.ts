import { implementCalls } from '~/platform/rpc/implement'
import { administrationContract } from '../contract'
import type { Context } from './context'
import { getOverview } from './get-overview'

const calls = implementCalls<Context>()(administrationContract)

export const administrationCalls = calls.router({
  overview: calls.overview.handler(({ context }) => getOverview(context.db, context.now())),
})
