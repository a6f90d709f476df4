import { hasErrorCode } from '~/platform/rpc/errors'

/** Treats NOT_FOUND as success, because another tab may have removed it already. */
export async function ignoreNotFound(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!hasErrorCode(error, 'NOT_FOUND')) throw error
  }
}
