import { hasCode } from '~/platform/rpc/errors'

/** What another tab took away before is away, which is what was wanted. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error
  }
}
