import { type TellContext, tellWatchers } from './watchers'

/** After the commit: whoever made the code, and the admins, see at once that this person has used it. */
export async function tellOfUse(context: TellContext, userId: string): Promise<void> {
  const made = await context.db
    .selectFrom('invitations')
    .select('created_by')
    .where('used_by', '=', userId)
    .execute()
  await tellWatchers(
    context,
    made.map(({ created_by }) => created_by),
  )
}
