import { sql } from 'kysely'
import type { z } from 'zod'
import { signedIn } from '~/platform/rpc/context'
import type { MyProfile, profileInput } from '../contract-shapes'
import { type FieldProblem, judgeProfile } from '../rules/profile-values'
import type { Context } from './context'
import { getMyProfile, versionOf } from './get-my-profile'
import { isPublicHost } from './public-host'

/**
 * The whole profile at once. `changed`: it is no longer what the person had before them. Problems: nothing is saved, and each
 * field says what to do.
 */
export async function saveProfile(
  context: Context,
  input: z.output<typeof profileInput>,
): Promise<MyProfile | 'changed' | FieldProblem[]> {
  const { id } = signedIn(context)
  const { values, problems } = judgeProfile(input, isPublicHost)
  if (problems.length > 0) return problems
  const saved = await context.db.transaction().execute(async (trx) => {
    // Two that read the same version: the row is locked by the first, and the second finds another version in it.
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
    return rows.length === 0 ? 'changed' : getMyProfile(trx, id)
  })
  if (saved !== 'changed') context.live.publish([id], ['identity', 'members'])
  return saved
}
