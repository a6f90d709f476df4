import { signedIn } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { membersContract } from '../contract'
import { removeAvatar } from './avatar/remove-avatar'
import type { Context } from './context'
import { discoverDjs } from './discover'
import { getDashboard } from './get-dashboard'
import { findDj } from './get-dj'
import { findMember } from './get-member'
import { getMyProfile } from './get-my-profile'
import { listActivity } from './list-activity'
import { recordView } from './record-view'
import { saveMemberTypes } from './save-member-types'
import { saveProfile } from './save-profile'
import { viewerOf } from './viewer'

const calls = implementCalls<Context>()(membersContract)

export const membersCalls = calls.router({
  discover: calls.discover.handler(({ context, input }) =>
    discoverDjs(context.db, input, viewerOf(context.caller)),
  ),
  getDj: calls.getDj.handler(async ({ context, input, errors }) => {
    const dj = await findDj(context.db, input.id, { viewer: viewerOf(context.caller), now: context.now() })
    if (!dj) throw errors.NOT_FOUND()
    return dj
  }),
  recordView: calls.recordView.handler(async ({ context, input }) => {
    const { db, caller, ip, secret } = context
    await recordView(db, input.id, { callerId: caller?.id, ip, secret, now: context.now() })
    return {}
  }),
  getMember: calls.getMember.handler(async ({ context, input, errors }) => {
    const looking = { viewer: viewerOf(context.caller), now: context.now() }
    const member = await findMember(context.db, input.id, looking)
    if (!member) throw errors.NOT_FOUND()
    return member
  }),

  myProfile: calls.myProfile.handler(({ context }) => getMyProfile(context.db, signedIn(context).id)),
  saveProfile: calls.saveProfile.handler(async ({ context, input, errors }) => {
    const saved = await saveProfile(context, input)
    if (saved === 'changed') throw errors.CHANGED()
    if (Array.isArray(saved)) throw errors.BAD_PROFILE({ data: { fields: saved } })
    return saved
  }),
  saveMemberTypes: calls.saveMemberTypes.handler(({ context, input }) =>
    saveMemberTypes(context, input.types),
  ),
  removeAvatar: calls.removeAvatar.handler(async ({ context }) => {
    await removeAvatar(context)
    return {}
  }),

  dashboard: calls.dashboard.handler(({ context }) =>
    getDashboard(context.db, signedIn(context).id, context.now()),
  ),
  activity: calls.activity.handler(async ({ context }) => ({
    items: await listActivity(context.db, signedIn(context).id, context.now()),
  })),
})
