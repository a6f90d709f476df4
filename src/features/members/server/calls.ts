import { signedIn } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { membersContract } from '../contract'
import type { Context } from './context'
import { discoverDjs } from './discover'
import { getDashboard } from './get-dashboard'
import { findDj } from './get-dj'
import { recordView } from './record-view'

const calls = implementCalls<Context>()(membersContract)

export const membersCalls = calls.router({
  discover: calls.discover.handler(({ context, input }) => discoverDjs(context.db, input)),
  getDj: calls.getDj.handler(async ({ context, input, errors }) => {
    const dj = await findDj(context.db, input.id, context.now())
    if (!dj) throw errors.NOT_FOUND()
    return dj
  }),
  recordView: calls.recordView.handler(async ({ context, input }) => {
    const { db, caller, ip, secret } = context
    await recordView(db, input.id, { callerId: caller?.id, ip, secret, now: context.now() })
    return {}
  }),
  dashboard: calls.dashboard.handler(({ context }) =>
    getDashboard(context.db, signedIn(context).id, context.now()),
  ),
})
