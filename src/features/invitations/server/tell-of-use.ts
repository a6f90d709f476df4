import { type TellContext, tellWatchers } from './watchers'

/**
 * Updates the open screens of the code’s creator and the admins after a person has used a code. Call after the commit.
 */
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
