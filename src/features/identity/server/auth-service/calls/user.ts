import { AuthError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { needSession } from '../bearer-session'
import { findAuthUser } from '../user-shape'

export const userCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/user',
    handle: async (request) => {
      const { userId } = await needSession(request)
      const user = await findAuthUser(request.context.db, userId)
      if (user === undefined)
        throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
      return user
    },
  },
]
