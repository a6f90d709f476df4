import { sql } from 'kysely'
import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { sign } from '~/platform/secrets/derived-key'
import { toIpv6Network } from '~/platform/http/client-address'
import { isId } from '~/lib/ids'
import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'
import type { Live } from '~/platform/live/live'
import type { Jobs } from '~/platform/jobs/jobs'
import { membersContract } from '../contract'
import type { MemberType } from '../rules/member-type'
import type { MyProfile, profileInput } from '../contract-shapes'
import { validateProfile } from '../rules/validate-profile'
import { removeAvatar } from './avatar/remove-avatar'
import { listDjs } from './discover'
import { getDashboard } from './get-dashboard'
import { getDj } from './get-dj'
import { getMember } from './get-member'
import { getMyProfile, versionOf } from './get-my-profile'
import { listActivity } from './list-activity'
import { refuse } from './refused-error'
import { toViewer, canOpenProfile } from './viewer'
import { isPublicHost } from './public-host'

type Context = CallContext & {
  db: Database
  jobs: Jobs
  live: Live
  /** The key of the hashes that stand for visitors without an account in the profile views. */
  secret: string
}

type Viewer = { callerId: string | undefined; ip: string; secret: string; now: Date }

const calls = implementCalls<Context>()(membersContract)

export const membersCalls = calls.router({
  discover: calls.discover.handler(({ context, input }) =>
    listDjs(context.db, input, toViewer(context.caller)),
  ),
  getDj: calls.getDj.handler(({ context, input }) =>
    getDj(context.db, input.id, { viewer: toViewer(context.caller), now: context.now() }),
  ),
  recordView: calls.recordView.handler(async ({ context, input }) => {
    const { db, caller, ip, secret } = context
    await recordProfileView(db, input.id, { callerId: caller?.id, ip, secret, now: context.now() })
    return {}
  }),
  getMember: calls.getMember.handler(({ context, input }) =>
    getMember(context.db, input.id, { viewer: toViewer(context.caller), now: context.now() }),
  ),

  myProfile: calls.myProfile.handler(({ context }) => getMyProfile(context.db, requireCaller(context).id)),
  saveProfile: calls.saveProfile.handler(({ context, input }) => saveProfile(context, input)),
  saveMemberTypes: calls.saveMemberTypes.handler(({ context, input }) =>
    saveMemberTypes(context, input.types),
  ),
  removeAvatar: calls.removeAvatar.handler(async ({ context }) => {
    await removeAvatar(context)
    return {}
  }),

  dashboard: calls.dashboard.handler(({ context }) =>
    getDashboard(context.db, requireCaller(context).id, context.now()),
  ),
  activity: calls.activity.handler(async ({ context }) => ({
    items: await listActivity(context.db, requireCaller(context).id, context.now()),
  })),
})

/**
 * Counts a profile view once per viewer and UTC day. Ignores owners and viewers who cannot open the profile. Stores
 * only a daily changing hash of a visitor, so that visitors cannot be tracked.
 */
async function recordProfileView(db: Database, profileId: string, viewer: Viewer): Promise<void> {
  if (!isId(profileId) || viewer.callerId === profileId) return
  const day = viewer.now.toISOString().slice(0, 10)
  const viewerKey =
    viewer.callerId ??
    sign(`${day}\n${toIpv6Network(viewer.ip)}`, viewer.secret, 'b2b profile view v1')
      .toString('base64url')
      .slice(0, 22)
  await sql`
    insert into profile_views (profile_id, viewer, viewed_on)
    select p.id, ${viewerKey}, ${day}::date from profiles p where p.id = ${profileId}::uuid
      and ${canOpenProfile({ id: viewer.callerId ?? null })}
    on conflict do nothing`.execute(db)
}

/**
 * MT-02: replaces the caller’s member types. If two calls run concurrently, exactly the types of the later call are
 * stored, not a mixture.
 */
async function saveMemberTypes(context: Context, types: readonly MemberType[]): Promise<MyProfile> {
  const { id } = requireCaller(context)
  const saved = await context.db.transaction().execute(async (trx) => {
    await sql`select from profiles where id = ${id}::uuid for update`.execute(trx)
    const chosen = [...new Set(types)]
    await sql`
      delete from user_member_types where user_id = ${id}::uuid and member_type <> all(${chosen}::text[])`.execute(
      trx,
    )
    await sql`
      insert into user_member_types (user_id, member_type)
      select ${id}::uuid, chosen.type from unnest(${chosen}::text[]) chosen (type)
      on conflict do nothing`.execute(trx)
    return getMyProfile(trx, id)
  })
  context.live.publish([id], ['members'])
  return saved
}

/**
 * Saves the whole profile. Refuses with `CHANGED` if it was saved elsewhere since the caller loaded it. With problems
 * nothing is saved, and each field has an error message.
 */
async function saveProfile(context: Context, input: z.output<typeof profileInput>): Promise<MyProfile> {
  const { id } = requireCaller(context)
  const { values, problems } = validateProfile(input, isPublicHost)
  if (problems.length > 0) throw refuse('BAD_PROFILE', { data: { fields: problems } })
  const saved = await context.db.transaction().execute(async (trx) => {
    // If two calls loaded the same version, the first locks the row, and the second then sees a different version.
    const { rows } = await sql<{ id: string }>`
      update profiles p set full_name = ${values.fullName}, location = ${values.location}, bio = ${values.bio},
        dj_name = ${values.djName}, phone = ${values.phone}, phone_visibility = ${values.phoneVisibility},
        booking_email = ${values.bookingEmail}, booking_email_visibility = ${values.bookingEmailVisibility},
        social_links = ${JSON.stringify(values.socialLinks)}::jsonb, genres = ${values.genres}::text[],
        price_range = ${values.priceRange}, rate_cents = ${values.rateCents}, deposit_percent = ${values.depositPercent},
        availability_days = ${values.availabilityDays}::smallint[], timezone = ${values.timezone},
        equipment = ${values.equipment}::text[], is_public = ${values.isPublic},
        updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 microsecond')
      where p.id = ${id}::uuid and ${versionOf} = ${input.version} returning p.id`.execute(trx)
    if (rows.length === 0) throw refuse('CHANGED')
    return getMyProfile(trx, id)
  })
  context.live.publish([id], ['identity', 'members'])
  return saved
}
