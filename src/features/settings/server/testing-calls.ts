import { createRouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { getPersonEmail, getPersonId } from '~demo/people'
import { createLog } from '~/platform/log/log'
import type { EmailMessage } from '~/platform/email/email'
import type { Caller, Role } from '~/platform/rpc/caller'
import { settingsCalls } from './calls'
import { createSettingsSource } from './settings-source'

type Sent = { message: EmailMessage; sender: string | undefined }

/** Creates clients that call settings as demo people; outgoing messages are collected in `sent` and `notified`. */
export function createSettingsClients(db: Database, clock: { now: Date }) {
  const sent: Sent[] = []
  const notified: { people: readonly (string | null)[]; topics: readonly string[] }[] = []
  const post: { error: unknown } = { error: undefined }
  const live = {
    publish: (people: readonly (string | null)[], topics: readonly string[]) =>
      void notified.push({ people, topics }),
    signal: () => undefined,
    onSignal: () => () => undefined,
    publishToAll: () => undefined,
  }
  const settings = createSettingsSource({ db, live })

  const as = (key: string | null, ...roles: Role[]) =>
    asCaller(key === null ? null : createCaller(key, roles.length === 0 ? ['admin'] : roles))
  /** Creates a client for an admin with a phone number and no email. */
  const byPhone = (key: string) => asCaller({ ...createCaller(key, ['admin']), email: null })

  function asCaller(caller: Caller | null) {
    return createRouterClient(settingsCalls, {
      context: {
        db,
        settings,
        live,
        caller,
        limits: { consume: () => Promise.resolve() },
        mailer: {
          send: (message: EmailMessage, options?: { sender?: string }) => {
            if (post.error !== undefined) return Promise.reject(post.error)
            sent.push({ message, sender: options?.sender })
            return Promise.resolve()
          },
        },
        config: { mailFrom: 'Back to Back <hello@configured.example>', smtpUrl: undefined },
        requestId: 'test',
        ip: '192.0.2.1',
        requestHeaders: new Headers(),
        responseHeaders: new Headers(),
        now: () => clock.now,
        log: createLog({ level: 'silent' }),
      },
    })
  }
  return { as, byPhone, sent, notified, post, settings }
}

function createCaller(key: string, roles: Role[]): Caller {
  const id = getPersonId(key)
  return {
    id,
    sessionId: id,
    fullName: key,
    email: getPersonEmail(key),
    isEmailVerified: true,
    avatarUrl: null,
    roles,
  }
}
