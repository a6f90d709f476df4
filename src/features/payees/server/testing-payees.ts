import { createRouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLog } from '~/platform/log/log'
import { payeesCalls } from './calls'
import type { Context } from './context'

const log = createLog({ level: 'silent' })

/** Returns the calls of payees, made by the person with this id. */
export function callPayees(id: string, context: Pick<Context, 'db' | 'limits' | 'now' | 'payees'>) {
  return createRouterClient(payeesCalls, {
    context: {
      ...context,
      caller: {
        id,
        sessionId: id,
        fullName: 'Ann',
        email: 'ann@example.com',
        isEmailVerified: true,
        avatarUrl: null,
        roles: ['user'],
      },
      requestId: 'req-1',
      ip: '192.0.2.1',
      requestHeaders: new Headers(),
      responseHeaders: new Headers(),
      log,
    },
  })
}

export async function insertMember(db: Database): Promise<string> {
  const id = newId()
  const email = `${id}@example.com`
  await db.insertInto('accounts').values({ id, email }).execute()
  await db.insertInto('profiles').values({ id, email, full_name: 'Ann' }).execute()
  return id
}
