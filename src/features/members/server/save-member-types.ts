import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import type { MyProfile } from '../contract-shapes'
import type { MemberType } from '../rules/member-type'
import type { Context } from './context'
import { getMyProfile } from './get-my-profile'

/** MT-02: exactly these from now on. Of two choices at once the later one stands whole. */
export async function saveMemberTypes(context: Context, types: readonly MemberType[]): Promise<MyProfile> {
  const { id } = signedIn(context)
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
