import { type NotifyContext, refreshInvitationScreens } from './refresh-screens'

/**
 * Updates the open screens of the code’s creator and the admins after a person has used a code. Call after the commit.
 */
export async function refreshAfterUse(context: NotifyContext, userId: string): Promise<void> {
  const made = await context.db
    .selectFrom('invitations')
    .select('created_by')
    .where('used_by', '=', userId)
    .execute()
  await refreshInvitationScreens(
    context,
    made.map(({ created_by }) => created_by),
  )
}
