import { createRouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { createLive, type Live } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import type { Role } from '~/platform/rpc/caller'
import { membersCalls } from './calls'

const log = createLog({ level: 'silent' })

/** Returns clients for this feature’s calls as demo people, by key; null is a visitor. */
export function createMembersClients(db: Database, now: Date, heard: Partial<Live> = {}) {
  const live = { ...createLive({ log }), ...heard }
  return (
    key: string | null,
    { ip = '192.0.2.1', roles = ['user'] }: { ip?: string; roles?: Role[] } = {},
  ) => {
    const id = key === null ? '' : getPersonId(key)
    const caller =
      key === null
        ? null
        : {
            id,
            sessionId: id,
            fullName: key,
            email: `${key}@backtoback.example`,
            isEmailVerified: true,
            avatarUrl: null,
            roles,
          }
    return createRouterClient(membersCalls, {
      context: {
        db,
        secret: 'a secret of the tests',
        caller,
        requestId: 'test',
        ip,
        requestHeaders: new Headers(),
        responseHeaders: new Headers(),
        isMembersAreaOpen: () => Promise.resolve(true),
        now: () => now,
        log,
        live,
        jobs: { ...noJobs, enqueue: async () => undefined },
      },
    })
  }
}

/** Fails the test if a call enqueues a job. */
const noJobs = {
  enqueueMany: () => Promise.reject(new Error('no jobs in this test')),
  work: () => {
    throw new Error('no jobs in this test')
  },
  every: () => undefined,
  listFailed: () => Promise.resolve([]),
  countFailed: () => Promise.resolve(0),
  measureQueues: () => Promise.resolve([]),
  isLeading: () => false,
  wakeIdleTasks: () => undefined,
  retry: () => Promise.resolve(false),
  forget: () => Promise.resolve(),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}
